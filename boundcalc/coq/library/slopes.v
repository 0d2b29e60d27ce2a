(* Derivatives of terms in the variable at place 0, and what a slope says about a term. *)

Definition is_zero (t : term) : bool := match t with TQ 0 1 => true | _ => false end.
Definition is_one (t : term) : bool := match t with TQ 1 1 => true | _ => false end.
Definition sAdd a b := if is_zero a then b else if is_zero b then a else TAdd a b.
Definition sMul a b :=
  if is_zero a then TQ 0 1 else if is_zero b then TQ 0 1 else
  if is_one a then b else if is_one b then a else TMul a b.
Definition sNeg a := if is_zero a then a else TNeg a.
Definition sDiv a b := if is_zero a then a else if is_one b then a else TDiv a b.

Fixpoint moves (t : term) : bool :=
  match t with
  | TVar n => Nat.eqb n 0
  | TQ _ _ | TPi => false
  | TNeg a | TPow a _ | TInvPow a _ | TExp a | TLn a | TSqrt a | TAbs a | TFloor a | TCeil a
  | TSin a | TCos a | TAtan a | TErfc a => moves a
  | TAdd a b | TMul a b | TDiv a b | TPower _ a b | TMax a b | TMin a b => moves a || moves b
  end.

Fixpoint slope (t : term) : term :=
  if moves t then
    match t with
    | TVar _ => TQ 1 1
    | TNeg a => sNeg (slope a)
    | TAdd a b => sAdd (slope a) (slope b)
    | TMul a b => sAdd (sMul (slope a) b) (sMul a (slope b))
    | TDiv a b => sAdd (sDiv (slope a) b) (sNeg (sDiv (sMul a (slope b)) (TPow b 2)))
    | TPow a n =>
      match n with
      | O => TQ 0 1
      | 1%nat => slope a
      | S m => sMul (sMul (TQ (Z.of_nat n) 1) (TPow a m)) (slope a)
      end
    | TInvPow a n => sMul (sMul (TQ (- Z.of_nat n) 1) (TInvPow a (S n))) (slope a)
    | TPower _ a b =>
      if moves b
      then sMul t (sAdd (sMul (slope b) (TLn a)) (sDiv (sMul b (slope a)) a))
      else sMul (sMul b (TPower true a (TAdd b (TQ (-1) 1)))) (slope a)
    | TExp a => sMul t (slope a)
    | TLn a => sMul (TDiv (TQ 1 1) a) (slope a)
    | TSqrt a => sMul (TDiv (TQ 1 1) (TMul (TQ 2 1) (TSqrt a))) (slope a)
    | TSin a => sMul (TCos a) (slope a)
    | TCos a => sMul (TNeg (TSin a)) (slope a)
    | TAtan a => sMul (TDiv (TQ 1 1) (TAdd (TQ 1 1) (TPow a 2))) (slope a)
    | TErfc a => sMul (TMul (TDiv (TQ (-2) 1) (TSqrt TPi)) (TExp (TNeg (TPow a 2)))) (slope a)
    | _ => TQ 0 1
    end
  else TQ 0 1.

(* Where the slope is the derivative. *)
Fixpoint smooth (env : list R) (t : term) : Prop :=
  if moves t then
    match t with
    | TVar _ | TQ _ _ | TPi => True
    | TNeg a | TExp a | TPow a _ | TSin a | TCos a | TAtan a | TErfc a => smooth env a
    | TAdd a b | TMul a b => smooth env a /\ smooth env b
    | TDiv a b => smooth env a /\ smooth env b /\ ev env b <> 0
    | TInvPow a _ => smooth env a /\ ev env a <> 0
    | TPower _ a b => smooth env a /\ smooth env b /\ 0 < ev env a
    | TLn a | TSqrt a => smooth env a /\ 0 < ev env a
    | _ => False
    end
  else True.

(* Where a term is continuous. *)
Fixpoint steady (env : list R) (t : term) : Prop :=
  if moves t then
    match t with
    | TVar _ | TQ _ _ | TPi => True
    | TNeg a | TExp a | TPow a _ | TAbs a | TSin a | TCos a | TAtan a | TErfc a =>
      steady env a
    | TAdd a b | TMul a b | TMax a b | TMin a b => steady env a /\ steady env b
    | TDiv a b => steady env a /\ steady env b /\ ev env b <> 0
    | TInvPow a _ => steady env a /\ ev env a <> 0
    | TPower is_open a b =>
      if is_open then steady env a /\ steady env b /\ 0 < ev env a
      else if moves b then False else steady env a /\ 0 < ev env b
    | TLn a => steady env a /\ 0 < ev env a
    | TSqrt a => steady env a
    | _ => False
    end
  else True.

Section Derivatives.
Variable env : list R.
Notation at_ t := (fun y : R => ev (y :: env) t).

Lemma is_zero_ok t e : is_zero t = true -> ev e t = 0.
Proof. destruct t as [|[| |] [| |]| | | | | | | | | | | | | | | | | | | |]; try discriminate; reflexivity. Qed.
Lemma is_one_ok t e : is_one t = true -> ev e t = 1.
Proof. destruct t as [|[|[| |]|] [| |]| | | | | | | | | | | | | | | | | | | |]; try discriminate; reflexivity. Qed.
Lemma sAdd_ok e a b : ev e (sAdd a b) = ev e a + ev e b.
Proof.
  unfold sAdd. destruct (is_zero a) eqn:A; [rewrite (is_zero_ok a e A); ring|].
  destruct (is_zero b) eqn:B; [rewrite (is_zero_ok b e B); ring|reflexivity].
Qed.
Lemma sMul_ok e a b : ev e (sMul a b) = ev e a * ev e b.
Proof.
  unfold sMul. destruct (is_zero a) eqn:A; [rewrite (is_zero_ok a e A); cbn; ring|].
  destruct (is_zero b) eqn:B; [rewrite (is_zero_ok b e B); cbn; ring|].
  destruct (is_one a) eqn:C; [rewrite (is_one_ok a e C); ring|].
  destruct (is_one b) eqn:D; [rewrite (is_one_ok b e D); ring|reflexivity].
Qed.
Lemma sNeg_ok e a : ev e (sNeg a) = - ev e a.
Proof. unfold sNeg. destruct (is_zero a) eqn:A; [rewrite (is_zero_ok a e A); ring|reflexivity]. Qed.
Lemma sDiv_ok e a b : ev e (sDiv a b) = ev e a / ev e b.
Proof.
  unfold sDiv. destruct (is_zero a) eqn:A; [rewrite (is_zero_ok a e A); unfold Rdiv; ring|].
  destruct (is_one b) eqn:B; [rewrite (is_one_ok b e B); field|reflexivity].
Qed.

Lemma still t x y : moves t = false -> ev (x :: env) t = ev (y :: env) t.
Proof.
  induction t; cbn [moves ev]; intros M; try reflexivity;
    try (apply orb_false_iff in M; destruct M as [M N]; rewrite IHt1, IHt2 by assumption; reflexivity);
    try (rewrite IHt by assumption; reflexivity).
  destruct place; [discriminate|reflexivity].
Qed.
Lemma lim_is f x l m : derivable_pt_lim f x l -> l = m -> derivable_pt_lim f x m.
Proof. intros H <-. exact H. Qed.
Lemma still_slope t x : moves t = false -> derivable_pt_lim (at_ t) x 0.
Proof.
  intros M. apply is_derive_Reals. apply is_derive_ext with (fun _ => ev (x :: env) t).
  - intros y. apply still, M.
  - apply (is_derive_const (V := R_NormedModule)).
Qed.

Lemma near_positive f x : continuity_pt f x -> 0 < f x -> locally x (fun y => 0 < f y).
Proof.
  intros C P. apply continuity_pt_filterlim in C. exact (C _ (open_gt 0 _ P)).
Qed.
Lemma slope_of_power f g x l m :
  derivable_pt_lim f x l -> derivable_pt_lim g x m -> 0 < f x ->
  derivable_pt_lim (fun y => power (f y) (g y)) x
    (power (f x) (g x) * (m * ln (f x) + g x * l / f x)).
Proof.
  intros F' G' P. apply is_derive_Reals.
  apply is_derive_ext_loc with (fun y => exp (g y * ln (f y))).
  - assert (C : continuity_pt f x) by (apply derivable_continuous_pt; exists l; exact F').
    generalize (near_positive f x C P). apply filter_imp. intros y Y.
    unfold power. destruct (Rlt_dec 0 (f y)); [reflexivity|contradiction].
  - apply is_derive_Reals. eapply lim_is.
    + apply (derivable_pt_lim_comp (fun y => g y * ln (f y)) exp).
      * apply (derivable_pt_lim_mult g (fun y => ln (f y))); [exact G'|].
        apply (derivable_pt_lim_comp f ln); [exact F'|]. apply derivable_pt_lim_ln, P.
      * apply derivable_pt_lim_exp.
    + unfold power. destruct (Rlt_dec 0 (f x)); [|contradiction]. unfold Rpower. field. lra.
Qed.

Lemma power_is x y : 0 < x -> power x y = Rpower x y.
Proof. intros P. unfold power. destruct (Rlt_dec 0 x); [reflexivity|contradiction]. Qed.
Lemma power_less x y : 0 < x -> power x (y + -1) = power x y / x.
Proof.
  intros P. unfold power. destruct (Rlt_dec 0 x); [|contradiction].
  rewrite Rpower_plus. replace (-1) with (- (1)) by ring.
  rewrite Rpower_Ropp, Rpower_1 by assumption. reflexivity.
Qed.

Theorem slope_ok t x : smooth (x :: env) t -> derivable_pt_lim (at_ t) x (ev (x :: env) (slope t)).
Proof.
  assert (Q : forall t, moves t = false -> derivable_pt_lim (at_ t) x (ev (x :: env) (TQ 0 1))).
  { intros t' M. apply still_slope, M. }
  induction t; cbn [smooth slope]; intros S;
    match goal with |- context [if moves ?t then _ else _] =>
      destruct (moves t) eqn:M; [|apply Q; exact M] end; try contradiction; try discriminate M.
  - destruct place; [|discriminate]. apply derivable_pt_lim_id.
  - rewrite sNeg_ok. apply (derivable_pt_lim_opp (at_ t)). auto.
  - rewrite sAdd_ok. destruct S. apply (derivable_pt_lim_plus (at_ t1) (at_ t2)); auto.
  - rewrite sAdd_ok, !sMul_ok. destruct S. apply (derivable_pt_lim_mult (at_ t1) (at_ t2)); auto.
  - rewrite sAdd_ok, sNeg_ok, !sDiv_ok, sMul_ok. destruct S as (S1 & S2 & N). eapply lim_is.
    + apply (derivable_pt_lim_div (at_ t1) (at_ t2)); [apply IHt1, S1|apply IHt2, S2|exact N].
    + cbn [ev]. unfold Rsqr. field. exact N.
  - eapply lim_is.
    + apply (derivable_pt_lim_comp (at_ t) (fun y => y ^ n)); [apply IHt, S|apply derivable_pt_lim_pow].
    + destruct n as [|[|n]].
      * cbn. ring.
      * cbn. ring.
      * rewrite !sMul_ok. cbn [ev quotient Nat.pred]. rewrite INR_IZR_INZ. reflexivity.
  - destruct S as [S N]. eapply lim_is.
    + apply is_derive_Reals, (is_derive_inv (fun y => ev (y :: env) t ^ n)); [|apply pow_nonzero, N].
      apply is_derive_Reals, (derivable_pt_lim_comp (at_ t) (fun y => y ^ n)).
      * apply IHt, S.
      * apply derivable_pt_lim_pow.
    + rewrite !sMul_ok. cbn [ev quotient]. rewrite opp_IZR, <- INR_IZR_INZ.
      assert (P : ev (x :: env) t ^ n <> 0) by (apply pow_nonzero, N).
      destruct n as [|n]; [cbn; field; assumption|].
      cbn [Nat.pred]. rewrite <- !tech_pow_Rmult in *. field.
      split; [|exact N]. intros E. apply P. rewrite E. ring.
  - destruct S as (S1 & S2 & P). eapply lim_is.
    + apply (slope_of_power (at_ t1) (at_ t2)); [apply IHt1, S1|apply IHt2, S2|exact P].
    + destruct (moves t2) eqn:M2.
      * rewrite sMul_ok, sAdd_ok, sMul_ok, sDiv_ok, sMul_ok. reflexivity.
      * rewrite !sMul_ok. cbn [ev quotient]. rewrite power_less by exact P.
        replace (ev (x :: env) (slope t2)) with 0; [unfold Rdiv; ring|].
        destruct t2; cbn [slope]; rewrite M2; reflexivity.
  - rewrite sMul_ok. cbn [ev]. rewrite Rmult_comm || idtac. eapply lim_is.
    + apply (derivable_pt_lim_comp (at_ t) exp); [apply IHt, S|apply derivable_pt_lim_exp].
    + ring.
  - destruct S as [S P]. rewrite sMul_ok. cbn [ev quotient]. eapply lim_is.
    + apply (derivable_pt_lim_comp (at_ t) ln); [apply IHt, S|apply derivable_pt_lim_ln, P].
    + field. lra.
  - destruct S as [S P]. rewrite sMul_ok. cbn [ev quotient]. eapply lim_is.
    + apply (derivable_pt_lim_comp (at_ t) sqrt); [apply IHt, S|apply derivable_pt_lim_sqrt, P].
    + field. apply Rgt_not_eq, sqrt_lt_R0, P.
  - rewrite sMul_ok. cbn [ev].
    apply (derivable_pt_lim_comp (at_ t) sin); [apply IHt, S|apply derivable_pt_lim_sin].
  - rewrite sMul_ok. cbn [ev].
    apply (derivable_pt_lim_comp (at_ t) cos); [apply IHt, S|apply derivable_pt_lim_cos].
  - rewrite sMul_ok. cbn [ev quotient]. eapply lim_is.
    + apply (derivable_pt_lim_comp (at_ t) atan); [apply IHt, S|apply derivable_pt_lim_atan].
    + field. nra.
  - rewrite sMul_ok.
    apply (derivable_pt_lim_comp (at_ t) erfc); [apply IHt, S|apply erfc_slope].
Qed.

Lemma still_continuous t x : moves t = false -> continuity_pt (at_ t) x.
Proof. intros M. apply derivable_continuous_pt. exists 0. apply still_slope, M. Qed.

Lemma continuous_power_at_zero c : 0 < c -> continuity_pt (fun z => power z c) 0.
Proof.
  intros C e E. exists (Rpower e (/ c)). split; [apply exp_pos|].
  intros z [_ Z]. simpl in *. unfold R_dist in *. rewrite Rminus_0_r in Z.
  replace (power 0 c) with 0 by (unfold power; destruct (Rlt_dec 0 0); lra).
  rewrite Rminus_0_r. unfold power. destruct (Rlt_dec 0 z) as [P|P]; [|rewrite Rabs_R0; lra].
  rewrite Rabs_pos_eq by (apply Rlt_le, exp_pos). rewrite Rabs_pos_eq in Z by lra.
  apply Rlt_le_trans with (Rpower (Rpower e (/ c)) c).
  - unfold Rpower at 1 2. apply exp_increasing. apply Rmult_lt_compat_l; [exact C|].
    apply ln_increasing; assumption.
  - rewrite Rpower_mult, Rinv_l, Rpower_1 by lra. lra.
Qed.
Lemma continuous_power c z : 0 < c -> continuity_pt (fun z => power z c) z.
Proof.
  intros C. destruct (Rtotal_order z 0) as [N|[->|P]].
  - apply continuity_pt_filterlim. change (continuous (fun y : R => power y c) z).
    apply (continuous_ext_loc (fun y : R => power y c) (fun _ : R => 0)).
    + generalize (open_lt 0 z N). apply filter_imp. intros y Y. unfold power.
      destruct (Rlt_dec 0 y); [lra|reflexivity].
    + apply continuous_const.
  - apply continuous_power_at_zero, C.
  - apply derivable_continuous_pt. eexists.
    apply (slope_of_power (fun z => z) (fun _ => c)); [apply derivable_pt_lim_id|apply derivable_pt_lim_const|exact P].
Qed.

Theorem steady_ok t x : steady (x :: env) t -> continuity_pt (at_ t) x.
Proof.
  induction t; cbn [steady]; intros S;
    match goal with |- continuity_pt (fun y => ev (y :: env) ?u) x => destruct (moves u) eqn:M;
      [|apply still_continuous; exact M] end; try contradiction; try discriminate M;
    cbn [moves] in M; try rewrite M in S.
  - destruct place; [|discriminate]. apply derivable_continuous_pt, derivable_pt_id.
  - apply (continuity_pt_opp (at_ t)). auto.
  - destruct S. apply (continuity_pt_plus (at_ t1) (at_ t2)); auto.
  - destruct S. apply (continuity_pt_mult (at_ t1) (at_ t2)); auto.
  - destruct S as (S1 & S2 & N). apply (continuity_pt_div (at_ t1) (at_ t2)); auto.
  - apply (continuity_pt_comp (at_ t) (fun y => y ^ n)); [auto|].
    apply derivable_continuous_pt, derivable_pt_pow.
  - destruct S as [S N]. apply (continuity_pt_inv (fun y => ev (y :: env) t ^ n)).
    + apply (continuity_pt_comp (at_ t) (fun y => y ^ n)); [auto|].
      apply derivable_continuous_pt, derivable_pt_pow.
    + apply pow_nonzero, N.
  - destruct is_open.
    + destruct S as (S1 & S2 & P). apply continuity_pt_filterlim.
      change (continuous (at_ (TPower true t1 t2)) x).
      apply (continuous_ext_loc (at_ (TPower true t1 t2)) (fun y => exp (ev (y :: env) t2 * ln (ev (y :: env) t1)))).
      * generalize (near_positive _ x (IHt1 S1) P). apply filter_imp. intros y Y.
        symmetry. exact (power_is _ (ev (y :: env) t2) Y).
      * apply continuity_pt_filterlim.
        apply (continuity_pt_comp (fun y => ev (y :: env) t2 * ln (ev (y :: env) t1)) exp).
        -- apply (continuity_pt_mult (at_ t2) (fun y => ln (ev (y :: env) t1))); [auto|].
           apply (continuity_pt_comp (at_ t1) ln); [auto|].
           apply derivable_continuous_pt. eexists. apply derivable_pt_lim_ln, P.
        -- apply derivable_continuous_pt, derivable_pt_exp.
    + destruct (moves t2) eqn:M2; [contradiction|]. destruct S as [S P].
      apply continuity_pt_ext with (fun y => power (ev (y :: env) t1) (ev (x :: env) t2)).
      * intros y. cbn [ev]. f_equal. apply still, M2.
      * apply (continuity_pt_comp (at_ t1) (fun z => power z (ev (x :: env) t2))); [auto|].
        apply continuous_power, P.
  - apply (continuity_pt_comp (at_ t) exp); [auto|]. apply derivable_continuous_pt, derivable_pt_exp.
  - destruct S as [S P]. apply (continuity_pt_comp (at_ t) ln); [auto|].
    apply derivable_continuous_pt. eexists. apply derivable_pt_lim_ln, P.
  - apply (continuity_pt_comp (at_ t) sqrt); [auto|].
    apply continuity_pt_filterlim. apply continuous_sqrt.
  - apply (continuity_pt_comp (at_ t) Rabs); [auto|]. apply Rcontinuity_abs.
  - destruct S as [S1 S2].
    apply continuity_pt_ext with (fun y => (ev (y :: env) t1 + ev (y :: env) t2 + Rabs (ev (y :: env) t1 - ev (y :: env) t2)) * / 2).
    { intros y. cbn [ev]. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra. }
    apply (continuity_pt_mult (fun y => ev (y :: env) t1 + ev (y :: env) t2 + Rabs (ev (y :: env) t1 - ev (y :: env) t2)) (fun _ => / 2));
      [|apply continuity_pt_const; intros ? ?; reflexivity].
    apply (continuity_pt_plus (fun y => ev (y :: env) t1 + ev (y :: env) t2) (fun y => Rabs (ev (y :: env) t1 - ev (y :: env) t2))).
    + apply (continuity_pt_plus (at_ t1) (at_ t2)); auto.
    + apply (continuity_pt_comp (fun y => ev (y :: env) t1 - ev (y :: env) t2) Rabs); [|apply Rcontinuity_abs].
      apply (continuity_pt_minus (at_ t1) (at_ t2)); auto.
  - destruct S as [S1 S2].
    apply continuity_pt_ext with (fun y => (ev (y :: env) t1 + ev (y :: env) t2 - Rabs (ev (y :: env) t1 - ev (y :: env) t2)) * / 2).
    { intros y. cbn [ev]. unfold Rmin, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra. }
    apply (continuity_pt_mult (fun y => ev (y :: env) t1 + ev (y :: env) t2 - Rabs (ev (y :: env) t1 - ev (y :: env) t2)) (fun _ => / 2));
      [|apply continuity_pt_const; intros ? ?; reflexivity].
    apply (continuity_pt_minus (fun y => ev (y :: env) t1 + ev (y :: env) t2) (fun y => Rabs (ev (y :: env) t1 - ev (y :: env) t2))).
    + apply (continuity_pt_plus (at_ t1) (at_ t2)); auto.
    + apply (continuity_pt_comp (fun y => ev (y :: env) t1 - ev (y :: env) t2) Rabs); [|apply Rcontinuity_abs].
      apply (continuity_pt_minus (at_ t1) (at_ t2)); auto.
  - apply (continuity_pt_comp (at_ t) sin); [auto|apply continuity_sin].
  - apply (continuity_pt_comp (at_ t) cos); [auto|apply continuity_cos].
  - apply (continuity_pt_comp (at_ t) atan); [auto|].
    apply derivable_continuous_pt. eexists. apply derivable_pt_lim_atan.
  - apply (continuity_pt_comp (at_ t) erfc); [auto|].
    apply derivable_continuous_pt. eexists. apply erfc_slope.
Qed.
End Derivatives.

(* --- what slopes say ------------------------------------------------------------------------ *)

Lemma mean_value (f f' : R -> R) a b :
  a < b -> (forall v, a < v < b -> derivable_pt_lim f v (f' v)) ->
  (forall v, a <= v <= b -> continuity_pt f v) ->
  exists c, a < c < b /\ f b - f a = f' c * (b - a).
Proof.
  intros L D C.
  assert (p : forall c, a < c < b -> derivable_pt f c) by (intros c K; exists (f' c); exact (D c K)).
  assert (q : forall c, a < c < b -> derivable_pt id c) by (intros; apply derivable_pt_id).
  destruct (MVT f id a b p q L C) as (c & P & E).
  { intros. apply derivable_continuous_pt, derivable_pt_id. }
  exists c. split; [exact P|].
  rewrite (derive_pt_eq_0 f c (f' c) (p c P) (D c P)) in E.
  rewrite (derive_pt_eq_0 id c 1 (q c P)) in E by apply derivable_pt_lim_id.
  unfold id in E. lra.
Qed.

Section Monotone.
Variables (env : list R) (t : term).
Let f := fun v => ev (v :: env) t.
Let f' := fun v => ev (v :: env) (slope t).
Variables (a b : R).
Hypothesis D : forall v, a < v < b -> smooth (v :: env) t.
Hypothesis C : forall v, a <= v <= b -> steady (v :: env) t.
Let lim v (H : a < v < b) : derivable_pt_lim f v (f' v) := slope_ok env t v (D v H).
Let cont v (H : a <= v <= b) : continuity_pt f v := steady_ok env t v (C v H).

Lemma mean : a < b -> exists c, a < c < b /\ f b - f a = f' c * (b - a).
Proof. intros L. apply mean_value; auto. Qed.

Lemma rising : a <= b -> (forall v, a < v < b -> 0 <= f' v) -> f a <= f b.
Proof.
  intros [L|<-] S; [|lra]. destruct (mean L) as (c & K & E). specialize (S c K). nra.
Qed.
Lemma rising_strictly : a < b -> (forall v, a < v < b -> 0 < f' v) -> f a < f b.
Proof. intros L S. destruct (mean L) as (c & K & E). specialize (S c K). nra. Qed.
Lemma falling : a <= b -> (forall v, a < v < b -> 0 <= - f' v) -> f b <= f a.
Proof.
  intros [L|<-] S; [|lra]. destruct (mean L) as (c & K & E). specialize (S c K). nra.
Qed.
Lemma falling_strictly : a < b -> (forall v, a < v < b -> 0 < - f' v) -> f b < f a.
Proof. intros L S. destruct (mean L) as (c & K & E). specialize (S c K). nra. Qed.
End Monotone.

Lemma arch env t a b x :
  a <= x -> x <= b ->
  (forall v, a <= v <= b -> steady (v :: env) t) ->
  (forall v, a < v < b -> smooth (v :: env) t) ->
  (forall v, a < v < b -> smooth (v :: env) (slope t)) ->
  (forall v, a < v < b -> 0 <= - ev (v :: env) (slope (slope t))) ->
  ev (a :: env) t <= ev (x :: env) t \/ ev (b :: env) t <= ev (x :: env) t.
Proof.
  intros A B C D D2 S.
  destruct (Rle_or_lt (ev (a :: env) t) (ev (x :: env) t)) as [K|K]; [auto|].
  destruct (Rle_or_lt (ev (b :: env) t) (ev (x :: env) t)) as [M|M]; [auto|].
  exfalso.
  assert (a < x) by (destruct A as [A|<-]; lra). assert (x < b) by (destruct B as [B| ->]; lra).
  destruct (mean env t a x) as (c & Hc & Ec); [intros; apply D; lra|intros; apply C; lra|lra|].
  destruct (mean env t x b) as (d & Hd & Ed); [intros; apply D; lra|intros; apply C; lra|lra|].
  destruct (mean_value (fun v => ev (v :: env) (slope t)) (fun v => ev (v :: env) (slope (slope t))) c d)
    as (m & Hm & Em).
  - lra.
  - intros v V. apply slope_ok, D2. lra.
  - intros v V. apply derivable_continuous_pt. eexists. apply slope_ok, D2. lra.
  - specialize (S m ltac:(lra)). cbv beta in Em.
    assert (ev (c :: env) (slope t) < 0) by (apply Rnot_le_lt; intros N; nra).
    assert (0 < ev (d :: env) (slope t)) by (apply Rnot_le_lt; intros N; nra). nra.
Qed.
