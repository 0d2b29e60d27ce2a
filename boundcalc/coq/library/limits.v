(* Limits of terms as the variable at place 0 grows to infinity, and what they say of falling terms. *)

Inductive ultimate := Up | Down | At (v : value).
Definition tends (f : R -> R) (l : ultimate) : Prop :=
  match l with
  | Up => is_lim f p_infty p_infty
  | Down => is_lim f p_infty m_infty
  | At v => exists r : R, is_lim f p_infty (Finite r) /\ within v r
  end.
Definition tends_to (f : R -> R) (l : option ultimate) : Prop :=
  match l with Some u => tends f u | None => True end.

Section Limits.
Variable precision : positive.
Let prec := F.PtoP precision.
Definition point (k : Z) := known precision (I.fromZ prec k) false false false.
Definition surely_below (v : value) := surely (vneg precision v).

Lemma point_ok k : within (point k) (IZR k).
Proof. apply known_ok; try discriminate. apply I.fromZ_correct. Qed.
Lemma surely_below_ok v x : surely_below v = true -> within v x -> x < 0.
Proof.
  intros E W. assert (P := surely_ok _ _ E (vneg_ok precision v x W)). lra.
Qed.

Definition uneg a := match a with Up => Down | Down => Up | At v => At (vneg precision v) end.
Definition uadd a b :=
  match a, b with
  | At v, At w => Some (At (vadd precision v w))
  | Up, Up | Up, At _ | At _, Up => Some Up
  | Down, Down | Down, At _ | At _, Down => Some Down
  | _, _ => None
  end.
Definition scaled (a : ultimate) (v : value) : option ultimate :=
  if surely v then Some a else if surely_below v then Some (uneg a) else None.
Definition umul a b :=
  match a, b with
  | At v, At w => Some (At (vmul precision v w))
  | Up, Up | Down, Down => Some Up
  | Up, Down | Down, Up => Some Down
  | At v, c | c, At v => scaled c v
  end.
Definition uinv a :=
  match a with
  | At v => if other v then Some (At (vinv precision v)) else None
  | _ => Some (At (point 0))
  end.
Definition then_ (a : option ultimate) (f : ultimate -> option ultimate) :=
  match a with Some u => f u | None => None end.
Fixpoint upow a n :=
  match a, n with
  | At v, _ => Some (At (vpow precision v n))
  | _, O => Some (At (point 1))
  | _, S less => then_ (upow a less) (umul a)
  end.
Definition uexp a :=
  match a with Up => Up | Down => At (point 0) | At v => At (vexp precision v) end.
Definition uln a :=
  match a with
  | Up => Some Up | Down => None | At v => if surely v then Some (At (vln precision v)) else None
  end.
Definition usqrt a :=
  match a with
  | Up => Some Up | Down => None | At v => if above v then Some (At (vsqrt precision v)) else None
  end.
Definition uerfc a :=
  match a with Up => At (point 0) | Down => At (point 2) | At v => At (verfc precision v) end.
Definition only_at (f : value -> value) a := match a with At v => Some (At (f v)) | _ => None end.

Lemma lim_mult f g a b c : is_lim f p_infty a -> is_lim g p_infty b -> is_Rbar_mult a b c ->
  is_lim (fun y => f y * g y) p_infty c.
Proof.
  intros F' G' M. rewrite <- (is_Rbar_mult_unique _ _ _ M). apply is_lim_mult; try assumption.
  exact (Rbar_mult_correct' _ _ _ M).
Qed.
Lemma lim_through g k f l : is_lim g l k -> is_lim f p_infty l -> l = p_infty \/ l = m_infty ->
  is_lim (fun y => g (f y)) p_infty k.
Proof.
  intros G' F' I'. apply is_lim_comp with l; try assumption.
  exists 0. intros y _. destruct I' as [-> | ->]; discriminate.
Qed.
Lemma uneg_ok f a : tends f a -> tends (fun y => - f y) (uneg a).
Proof.
  destruct a as [| |v]; cbn; [| |intros (r & L & W); exists (- r); split; [|apply vneg_ok, W]];
    [intros L|intros L|]; exact (is_lim_opp f p_infty _ L).
Qed.
Lemma uadd_ok f g a b : tends f a -> tends g b -> tends_to (fun y => f y + g y) (uadd a b).
Proof.
  destruct a as [| |v], b as [| |w]; cbn; trivial; intros L M;
    repeat match goal with H : exists _, _ |- _ => destruct H as (? & ? & ?) end;
    try (eapply is_lim_plus; [eassumption|eassumption|reflexivity]).
  eexists. split; [eapply is_lim_plus; [exact H1|exact H|reflexivity]|apply vadd_ok; assumption].
Qed.
Lemma scaled_ok f g r v a : a = Up \/ a = Down -> tends f a -> is_lim g p_infty (Finite r) -> within v r ->
  tends_to (fun y => f y * g y) (scaled a v).
Proof.
  intros C L M W. unfold scaled. destruct (surely v) eqn:E.
  - assert (P := surely_ok _ _ E W). destruct C as [-> | ->]; cbn in *;
      apply (lim_mult f g _ _ _ L M); [apply is_Rbar_mult_p_infty_pos|apply is_Rbar_mult_m_infty_pos]; exact P.
  - destruct (surely_below v) eqn:U; [|exact I]. assert (P := surely_below_ok _ _ U W). destruct C as [-> | ->]; cbn in *;
      apply (lim_mult f g _ _ _ L M); [apply is_Rbar_mult_p_infty_neg|apply is_Rbar_mult_m_infty_neg]; exact P.
Qed.
Lemma tends_to_ext f g l : (forall y, f y = g y) -> tends_to f l -> tends_to g l.
Proof.
  intros E. destruct l as [[| |v]|]; cbn; trivial.
  - apply is_lim_ext, E.
  - apply is_lim_ext, E.
  - intros (r & L & W). exists r. split; [exact (is_lim_ext f g _ _ E L)|exact W].
Qed.
Lemma umul_ok f g a b : tends f a -> tends g b -> tends_to (fun y => f y * g y) (umul a b).
Proof.
  destruct a as [| |v], b as [| |w]; cbn [umul]; intros L M;
    try (cbn in *; apply (lim_mult f g _ _ _ L M); reflexivity).
  - destruct M as (r & M & W). exact (scaled_ok f g r w Up (or_introl eq_refl) L M W).
  - destruct M as (r & M & W). exact (scaled_ok f g r w Down (or_intror eq_refl) L M W).
  - destruct L as (r & L & W). apply tends_to_ext with (fun y => g y * f y); [intros; apply Rmult_comm|].
    exact (scaled_ok g f r v Up (or_introl eq_refl) M L W).
  - destruct L as (r & L & W). apply tends_to_ext with (fun y => g y * f y); [intros; apply Rmult_comm|].
    exact (scaled_ok g f r v Down (or_intror eq_refl) M L W).
  - destruct L as (r & L & V), M as (s & M & W). exists (r * s). split; [|apply vmul_ok; assumption].
    apply (lim_mult f g _ _ _ L M). reflexivity.
Qed.
Lemma uinv_ok f a : tends f a -> tends_to (fun y => / f y) (uinv a).
Proof.
  destruct a as [| |v]; cbn [uinv].
  - intros L. exists 0. split; [apply (is_lim_inv f _ _ L); discriminate|apply point_ok].
  - intros L. exists 0. split; [apply (is_lim_inv f _ _ L); discriminate|apply point_ok].
  - intros (r & L & W). destruct (other v) eqn:E; [|exact I]. exists (/ r).
    assert (N := proj2 (proj2 (proj2 W)) E). split; [|apply vinv_ok; assumption].
    apply (is_lim_inv f _ _ L). intros K. apply N. congruence.
Qed.
Lemma only_at_ok f g h a : (forall x, continuous g x) -> (forall v x, within v x -> within (h v) (g x)) ->
  tends f a -> tends_to (fun y => g (f y)) (only_at h a).
Proof.
  intros C H. destruct a as [| |v]; cbn; trivial. intros (r & L & W). exists (g r).
  split; [apply is_lim_comp_continuous; auto|auto].
Qed.
Lemma upow_ok f a n : tends f a -> tends_to (fun y => f y ^ n) (upow a n).
Proof.
  intros L. destruct a as [| |v].
  3: { replace (upow (At v) n) with (Some (At (vpow precision v n))) by (destruct n; reflexivity).
       destruct L as (r & L & W). exists (r ^ n). split; [|apply vpow_ok, W].
       apply (is_lim_comp_continuous f (fun y => y ^ n)); [exact L|].
       apply continuous_of_derivable. auto_derive. exact I. }
  all: induction n as [|n IH];
    [exists 1; split; [exact (is_lim_const 1 p_infty)|apply point_ok]|cbn [upow]].
  all: destruct (upow _ n) as [u|]; [|exact I]; exact (umul_ok f (fun y => f y ^ n) _ u L IH).
Qed.
Lemma uexp_ok f a : tends f a -> tends (fun y => exp (f y)) (uexp a).
Proof.
  destruct a as [| |v]; cbn.
  - intros L. exact (lim_through exp p_infty f _ is_lim_exp_p L (or_introl eq_refl)).
  - intros L. exists 0. split; [exact (lim_through exp 0 f _ is_lim_exp_m L (or_intror eq_refl))|apply point_ok].
  - intros (r & L & W). exists (exp r). split; [|apply vexp_ok, W].
    apply is_lim_comp_continuous; [exact L|]. apply continuous_of_derivable. auto_derive. exact I.
Qed.
Lemma uln_ok f a : tends f a -> tends_to (fun y => ln (f y)) (uln a).
Proof.
  destruct a as [| |v]; cbn; trivial.
  - intros L. exact (lim_through ln p_infty f _ is_lim_ln_p L (or_introl eq_refl)).
  - intros (r & L & W). destruct (surely v) eqn:E; [|exact I]. assert (P := surely_ok _ _ E W).
    exists (ln r). split; [|apply vln_ok; assumption].
    apply is_lim_comp_continuous; [exact L|]. apply continuous_of_derivable. auto_derive. exact P.
Qed.
Lemma eventually_positive f a : tends f a -> uln a <> None -> Rbar_locally' p_infty (fun y => 0 < f y).
Proof.
  destruct a as [| |v]; cbn; [|congruence|].
  - intros L _. apply is_lim_spec in L. exact (L 0).
  - intros (r & L & W). destruct (surely v) eqn:E; [intros _|congruence]. assert (P := surely_ok _ _ E W).
    apply is_lim_spec in L. destruct (L (mkposreal r P)) as [m K]. exists m. intros y Y.
    specialize (K y Y). simpl in K. apply Rabs_def2 in K. lra.
Qed.
Definition upower a b := then_ (then_ (uln a) (umul b)) (fun u => Some (uexp u)).
Lemma upower_ok f g a b : tends f a -> tends g b -> tends_to (fun y => power (f y) (g y)) (upower a b).
Proof.
  intros L M. unfold upower. assert (P := eventually_positive f a L). assert (N := uln_ok f a L).
  destruct (uln a) as [n|]; [|exact I]. cbn [then_] in *. specialize (P ltac:(discriminate)).
  assert (T := umul_ok g _ b n M N). destruct (umul b n) as [u|]; [|exact I]. cbn [then_] in *.
  assert (X := uexp_ok _ u T).
  assert (E : Rbar_locally' p_infty (fun y => exp (g y * ln (f y)) = power (f y) (g y))).
  { revert P. apply filter_imp. intros y Y. symmetry. exact (power_is _ _ Y). }
  assert (S := fun l => is_lim_ext_loc _ _ p_infty l E). cbn [tends_to].
  destruct (uexp u) as [| |v]; [exact (S _ X)|exact (S _ X)|].
  destruct X as (r & X & W). exists r. split; [exact (S _ X)|exact W].
Qed.
Lemma usqrt_ok f a : tends f a -> tends_to (fun y => sqrt (f y)) (usqrt a).
Proof.
  destruct a as [| |v]; cbn; trivial.
  - apply is_lim_sqrt_p.
  - intros (r & L & W). destruct (above v) eqn:E; [|exact I]. exists (sqrt r).
    split; [|apply vsqrt_ok; [exact (proj1 (proj2 W) E)|exact W]].
    apply is_lim_comp_continuous; [exact L|]. apply continuous_sqrt.
Qed.
Lemma erfc_continuous x : continuous erfc x.
Proof. apply continuous_of_derivable. eexists. apply is_derive_Reals, erfc_slope. Qed.
Lemma erfc_vanishes : is_lim erfc p_infty 0.
Proof.
  apply is_lim_le_le_loc with (fun _ => 0) (fun y => exp (- y)).
  - exists 1. intros y Y. split; [apply Rlt_le, erfc_positive|].
    apply Rle_trans with (1 := erfc_below_bell y ltac:(lra)). left. apply exp_increasing. nra.
  - apply is_lim_const.
  - apply (lim_through exp 0 Ropp m_infty is_lim_exp_m); [|auto].
    exact (is_lim_opp (fun y => y) p_infty p_infty (is_lim_id p_infty)).
Qed.
Lemma erfc_to_two f : is_lim f p_infty m_infty -> is_lim (fun y => erfc (f y)) p_infty 2.
Proof.
  intros L. apply is_lim_ext with (fun y => 2 + - erfc (- f y)).
  { intros y. rewrite erfc_odd. ring. }
  eapply is_lim_plus; [apply is_lim_const| |].
  - apply is_lim_opp. apply (lim_through erfc 0 (fun y => - f y) p_infty erfc_vanishes); [|auto].
    exact (is_lim_opp f p_infty _ L).
  - cbn. unfold is_Rbar_plus. cbn. do 2 f_equal. ring.
Qed.
Lemma uerfc_ok f a : tends f a -> tends (fun y => erfc (f y)) (uerfc a).
Proof.
  destruct a as [| |v]; cbn.
  - intros L. exists 0. split; [exact (lim_through erfc 0 f _ erfc_vanishes L (or_introl eq_refl))|apply point_ok].
  - intros L. exists 2. split; [exact (erfc_to_two f L)|apply point_ok].
  - intros (r & L & W). exists (erfc r). split; [|apply verfc_ok, W].
    apply is_lim_comp_continuous; [exact L|apply erfc_continuous].
Qed.

Fixpoint limit (box : list value) (t : term) : option ultimate :=
  let unary a f := then_ (limit box a) f in
  let binary a b f := then_ (limit box a) (fun u => then_ (limit box b) (f u)) in
  if moves t then
    match t with
    | TVar _ => Some Up
    | TNeg a => unary a (fun u => Some (uneg u))
    | TAdd a b => binary a b uadd
    | TMul a b => binary a b umul
    | TDiv a b => binary a b (fun u w => then_ (uinv w) (umul u))
    | TPow a n => unary a (fun u => upow u n)
    | TInvPow a n => unary a (fun u => then_ (upow u n) uinv)
    | TPower _ a b => binary a b upower
    | TExp a => unary a (fun u => Some (uexp u))
    | TLn a => unary a uln
    | TSqrt a => unary a usqrt
    | TErfc a => unary a (fun u => Some (uerfc u))
    | TAtan a => unary a (only_at (vatan precision))
    | TSin a => unary a (only_at (vsin precision))
    | TCos a => unary a (only_at (vcos precision))
    | TAbs a => unary a (only_at (vabs precision))
    | _ => None
    end
  else
    match enclosed precision (Value I.whole false false false :: box) t with
    | Some v => Some (At v)
    | None => None
    end.

Theorem limit_ok box env t :
  Forall2 within box env -> tends_to (fun y => ev (y :: env) t) (limit box t).
Proof.
  intros B. assert (S : forall t, moves t = false -> tends_to (fun y => ev (y :: env) t)
    match enclosed precision (Value I.whole false false false :: box) t with
    | Some v => Some (At v) | None => None end).
  { intros u M. destruct (enclosed _ _ u) as [v|] eqn:E; [|exact I].
    destruct (enclosed_ok precision _ (0 :: env) u (Forall2_cons _ _ (whole_ok 0) B) v E) as [_ W].
    exists (ev (0 :: env) u). split; [|exact W].
    apply is_lim_ext with (fun _ => ev (0 :: env) u); [intros y; apply still, M|apply is_lim_const]. }
  induction t; cbn [limit]; (match goal with |- context [if moves ?u then _ else _] =>
      destruct (moves u) eqn:M; [|apply S; exact M] end); try discriminate M; try exact I;
    repeat match goal with
    | IH : tends_to _ (limit box ?a) |- _ => destruct (limit box a) as [|]; cbn [then_]; [|exact I]; cbn in IH
    end; cbn [ev].
  - destruct place; [|discriminate M]. exact (is_lim_id p_infty).
  - exact (uneg_ok _ _ IHt).
  - exact (uadd_ok _ _ _ _ IHt1 IHt2).
  - exact (umul_ok _ _ _ _ IHt1 IHt2).
  - assert (V := uinv_ok _ _ IHt2). destruct (uinv _); [|exact I]. exact (umul_ok _ _ _ _ IHt1 V).
  - exact (upow_ok _ _ n IHt).
  - assert (V := upow_ok _ _ n IHt). destruct (upow _ n); [|exact I]. exact (uinv_ok _ _ V).
  - exact (upower_ok _ _ _ _ IHt1 IHt2).
  - exact (uexp_ok _ _ IHt).
  - exact (uln_ok _ _ IHt).
  - exact (usqrt_ok _ _ IHt).
  - apply only_at_ok; [intros; apply continuity_pt_filterlim, Rcontinuity_abs|apply vabs_ok|exact IHt].
  - apply only_at_ok; [intros; apply continuity_pt_filterlim, continuity_sin|apply vsin_ok|exact IHt].
  - apply only_at_ok; [intros; apply continuity_pt_filterlim, continuity_cos|apply vcos_ok|exact IHt].
  - apply only_at_ok; [|apply vatan_ok|exact IHt]. intros.
    apply continuous_of_derivable. eexists. apply is_derive_Reals, derivable_pt_lim_atan.
  - exact (uerfc_ok _ _ IHt).
Qed.
End Limits.

Definition remains (p : positive) (box : list (side * side)) (t : term) : bool :=
  match limit p (values p box) t with
  | Some Up => true | Some (At v) => above v | _ => false
  end.

Section Tail.
Variables (p : positive) (box : list (side * side)) (env : list R) (t : term) (x : R).
Let f := fun v => ev (v :: env) t.
Hypothesis B : in_box box env.
Hypothesis L : remains p box t = true.
Hypothesis D : forall v, x < v -> smooth (v :: env) t.
Hypothesis C : forall v, x <= v -> steady (v :: env) t.

Lemma to_limit_from a : x <= a -> (forall v, x < v -> 0 <= - ev (v :: env) (slope t)) -> 0 <= f a.
Proof.
  intros A S. assert (T := limit_ok p _ env t (values_ok p _ _ B)). revert L. unfold remains.
  assert (F' : Rbar_locally' p_infty (fun y => f y <= f a)).
  { exists a. intros y Y. apply (falling env t a y); intros; try apply D; try apply C; try apply S; lra. }
  destruct (limit _ _ t) as [[| |v]|]; cbn in T; try discriminate; intros E.
  - assert (K := is_lim_le_loc f (fun _ => f a) p_infty p_infty (f a) F' T (is_lim_const _ _)). destruct K.
  - destruct T as (r & T & W).
    assert (K := is_lim_le_loc f (fun _ => f a) p_infty r (f a) F' T (is_lim_const _ _)). simpl in K.
    destruct W as (_ & P & _). specialize (P E). lra.
Qed.
Lemma to_limit : (forall v, x < v -> 0 <= - ev (v :: env) (slope t)) -> 0 <= f x.
Proof. apply to_limit_from. lra. Qed.
Lemma to_limit_strictly : (forall v, x < v -> 0 < - ev (v :: env) (slope t)) -> 0 < f x.
Proof.
  intros S. assert (0 <= f (x + 1)) by (apply to_limit_from; [lra|intros v V; specialize (S v V); lra]).
  assert (f (x + 1) < f x); [|lra].
  apply (falling_strictly env t x (x + 1)); intros; try apply D; try apply C; try apply S; lra.
Qed.
End Tail.
