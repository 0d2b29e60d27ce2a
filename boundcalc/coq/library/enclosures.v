(* Enclosures: a program that encloses terms over ranges, and the proof that it is right.
   Ends are computed by the intervals of coq-interval; signs are kept beside them, because an
   interval that is open at zero has a closed end there. *)

From Coq Require Import Reals ZArith List Lra Lia Bool.
From Flocq Require Import Core.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Float.Basic Float.Specific_bigint Float.Specific_ops.
From Interval Require Import Interval.Interval Interval.Float_full.
Import ListNotations.
Local Open Scope R_scope.

Module F := SpecificFloat BigIntRadix2.
Module I := FloatIntervalFull F.

(* A real power: 0 where the base is 0. *)
Definition power (x y : R) : R := if Rlt_dec 0 x then Rpower x y else 0.

Inductive term : Set :=
  | TVar (place : nat)
  | TQ (top : Z) (bottom : positive)
  | TPi
  | TNeg (a : term) | TAdd (a b : term) | TMul (a b : term) | TDiv (a b : term)
  | TPow (a : term) (n : nat) | TInvPow (a : term) (n : nat)
  | TPower (is_open : bool) (a b : term)
  | TExp (a : term) | TLn (a : term) | TSqrt (a : term) | TAbs (a : term)
  | TMax (a b : term) | TMin (a b : term) | TFloor (a : term) | TCeil (a : term)
  | TSin (a : term) | TCos (a : term) | TAtan (a : term) | TErfc (a : term).

Definition quotient (top : Z) (bottom : positive) : R :=
  match bottom with 1%positive => IZR top | _ => IZR top / IZR (Zpos bottom) end.

Fixpoint ev (env : list R) (t : term) : R :=
  match t with
  | TVar n => nth n env 0
  | TQ p q => quotient p q
  | TPi => PI
  | TNeg a => - ev env a
  | TAdd a b => ev env a + ev env b
  | TMul a b => ev env a * ev env b
  | TDiv a b => ev env a / ev env b
  | TPow a n => ev env a ^ n
  | TInvPow a n => / (ev env a ^ n)
  | TPower _ a b => power (ev env a) (ev env b)
  | TExp a => exp (ev env a)
  | TLn a => ln (ev env a)
  | TSqrt a => sqrt (ev env a)
  | TAbs a => Rabs (ev env a)
  | TMax a b => Rmax (ev env a) (ev env b)
  | TMin a b => Rmin (ev env a) (ev env b)
  | TFloor a => IZR (Zfloor (ev env a))
  | TCeil a => IZR (Zceil (ev env a))
  | TSin a => sin (ev env a)
  | TCos a => cos (ev env a)
  | TAtan a => atan (ev env a)
  | TErfc a => erfc (ev env a)
  end.

(* Where a term is defined. *)
Fixpoint df (env : list R) (t : term) : Prop :=
  match t with
  | TVar _ | TQ _ _ | TPi => True
  | TNeg a | TExp a | TAbs a | TFloor a | TCeil a | TPow a _ | TSin a | TCos a | TAtan a
  | TErfc a => df env a
  | TAdd a b | TMul a b | TMax a b | TMin a b => df env a /\ df env b
  | TDiv a b => df env a /\ df env b /\ ev env b <> 0
  | TInvPow a _ => df env a /\ ev env a <> 0
  | TPower true a b => df env a /\ df env b /\ 0 < ev env a
  | TPower false a b => df env a /\ df env b /\ 0 <= ev env a
  | TLn a => df env a /\ 0 < ev env a
  | TSqrt a => df env a /\ 0 <= ev env a
  end.

(* --- values: an interval, and what is known of the sign ------------------------------------- *)

Record value := Value { span : I.type; above : bool; below : bool; other : bool }.

Definition within (v : value) (x : R) : Prop :=
  contains (I.convert (span v)) (Xreal x) /\
  (above v = true -> 0 <= x) /\ (below v = true -> x <= 0) /\ (other v = true -> x <> 0).

Section Program.
Variable precision : positive.
Let prec := F.PtoP precision.

Definition zero := I.fromZ prec 0.
Definition one := I.fromZ prec 1.
Definition from_zero := I.upper_extent zero.
Definition to_zero := I.lower_extent zero.

Definition cut (is_known : bool) (i j : I.type) : I.type := if is_known then I.meet i j else i.

(* An interval with the signs that it shows, and cut at zero by the signs that are known. *)
Definition known (i : I.type) (nn np nz : bool) : value :=
  let i := cut np (cut nn (I.meet i I.whole) from_zero) to_zero in
  let large := I.sign_large i in
  let strict := I.sign_strict i in
  let nn := nn || match large with Xgt | Xeq => true | _ => false end in
  let np := np || match large with Xlt | Xeq => true | _ => false end in
  let nz := nz || match strict with Xgt | Xlt => true | _ => false end in
  Value i nn np nz.

Lemma cut_ok is_known i j x :
  contains (I.convert i) (Xreal x) -> (is_known = true -> contains (I.convert j) (Xreal x)) ->
  contains (I.convert (cut is_known i j)) (Xreal x).
Proof. destruct is_known; intros H K; [apply I.meet_correct; auto|exact H]. Qed.
Lemma zero_ok : contains (I.convert zero) (Xreal 0).
Proof. exact (I.fromZ_correct prec 0). Qed.
Lemma one_ok : contains (I.convert one) (Xreal 1).
Proof. exact (I.fromZ_correct prec 1). Qed.
Lemma from_zero_ok x : 0 <= x -> contains (I.convert from_zero) (Xreal x).
Proof. intros H. exact (I.upper_extent_correct zero x 0 zero_ok H). Qed.
Lemma to_zero_ok x : x <= 0 -> contains (I.convert to_zero) (Xreal x).
Proof. intros H. exact (I.lower_extent_correct zero x 0 zero_ok H). Qed.

Lemma known_ok i nn np nz x :
  contains (I.convert i) (Xreal x) ->
  (nn = true -> 0 <= x) -> (np = true -> x <= 0) -> (nz = true -> x <> 0) ->
  within (known i nn np nz) x.
Proof.
  intros H Hn Hp Hz. unfold known.
  assert (W : contains (I.convert (I.meet i I.whole)) (Xreal x)).
  { apply I.meet_correct; [exact H|apply I.whole_correct]. }
  assert (H2 : contains (I.convert (cut np (cut nn (I.meet i I.whole) from_zero) to_zero)) (Xreal x)).
  { apply cut_ok; [apply cut_ok; [exact W|]|]; intros E; [apply from_zero_ok|apply to_zero_ok]; auto. }
  set (k := cut np (cut nn (I.meet i I.whole) from_zero) to_zero) in *. clearbody k.
  split; [exact H2|]. simpl.
  generalize (I.sign_large_correct k) (I.sign_strict_correct k).
  intros L S. repeat split; intros E.
  - apply orb_true_iff in E. destruct E as [E|E]; [auto|].
    destruct (I.sign_large k); try discriminate; specialize (L _ H2).
    + injection L as L. lra.
    + simpl in L. lra.
  - apply orb_true_iff in E. destruct E as [E|E]; [auto|].
    destruct (I.sign_large k); try discriminate; specialize (L _ H2).
    + injection L as L. lra.
    + simpl in L. lra.
  - apply orb_true_iff in E. destruct E as [E|E]; [auto|].
    destruct (I.sign_strict k); try discriminate; specialize (S _ H2); simpl in S; lra.
Qed.

Ltac bools :=
  repeat match goal with
  | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
  | H : _ || _ = true |- _ => apply orb_true_iff in H; destruct H
  end.
Ltac signs :=
  repeat match goal with
  | H : ?b = true, K : ?b = true -> _ |- _ => specialize (K H)
  end.

Definition vneg a := known (I.neg (span a)) (below a) (above a) (other a).
Lemma vneg_ok a x : within a x -> within (vneg a) (- x).
Proof.
  intros (H & P & N & Z). apply known_ok; try (intros E; signs; lra).
  exact (I.neg_correct _ _ H).
Qed.

Definition vadd a b :=
  known (I.add prec (span a) (span b)) (above a && above b) (below a && below b)
    ((above a && above b && (other a || other b)) || (below a && below b && (other a || other b))).
Lemma vadd_ok a b x y : within a x -> within b y -> within (vadd a b) (x + y).
Proof.
  intros (H & P & N & Z) (H' & P' & N' & Z'). apply known_ok.
  - exact (I.add_correct prec _ _ _ _ H H').
  - intros E; bools; signs; lra.
  - intros E; bools; signs; lra.
  - intros E; bools; signs; lra.
Qed.

Definition vmul a b :=
  known (I.mul prec (span a) (span b)) ((above a && above b) || (below a && below b))
    ((above a && below b) || (below a && above b)) (other a && other b).
Lemma vmul_ok a b x y : within a x -> within b y -> within (vmul a b) (x * y).
Proof.
  intros (H & P & N & Z) (H' & P' & N' & Z'). apply known_ok.
  - exact (I.mul_correct prec _ _ _ _ H H').
  - intros E; bools; signs; nra.
  - intros E; bools; signs; nra.
  - intros E; bools; signs. apply Rmult_integral_contrapositive_currified; assumption.
Qed.

Definition vinv a := known (I.invnz prec (span a)) (above a) (below a) true.
Lemma vinv_ok a x : other a = true -> within a x -> within (vinv a) (/ x).
Proof.
  intros E (H & P & N & Z). signs. apply known_ok.
  - assert (K := I.invnz_correct prec (span a) (Xreal x)).
    replace (Xreal (/ x)) with (Xinv (Xreal x)); [apply K; [congruence|exact H]|].
    simpl. unfold Xinv'. case is_zero_spec; [contradiction|reflexivity].
  - intros F; signs. apply Rlt_le, Rinv_0_lt_compat; lra.
  - intros F; signs. apply Rlt_le, Rinv_lt_0_compat; lra.
  - intros _. apply Rinv_neq_0_compat; assumption.
Qed.

Definition vpow a n :=
  match n with
  | O => known one false false false
  | S _ =>
    known (I.power_int prec (span a) (Z.of_nat n)) (Nat.even n || above a)
      (negb (Nat.even n) && below a) (other a)
  end.
Lemma pow_odd x n : Nat.even n = false -> x <= 0 -> x ^ n <= 0.
Proof.
  intros E H. assert (O : Nat.odd n = true) by (rewrite <- Nat.negb_even, E; reflexivity).
  apply Nat.odd_spec in O. destruct O as [m ->].
  rewrite pow_add, pow_mult, pow_1.
  assert (0 <= (x ^ 2) ^ m) by (apply pow_le; nra). nra.
Qed.
Lemma pow_even x n : Nat.even n = true -> 0 <= x ^ n.
Proof.
  intros E. apply Nat.even_spec in E. destruct E as [m ->]. rewrite pow_mult.
  apply pow_le. nra.
Qed.
Lemma vpow_ok a n x : within a x -> within (vpow a n) (x ^ n).
Proof.
  intros (H & P & N & Z). destruct n as [|n].
  - apply known_ok; try discriminate. exact one_ok.
  - unfold vpow. apply known_ok.
    + generalize (I.power_int_correct prec (Z.of_nat (S n)) _ _ H).
      simpl. unfold Xpower_int'. simpl. rewrite SuccNat2Pos.id_succ. trivial.
    + intros E; bools; signs; [apply pow_even; assumption|apply pow_le; assumption].
    + intros E; bools; signs. apply pow_odd; [|assumption].
      destruct (Nat.even (S n)); [discriminate|reflexivity].
    + intros E; signs. apply pow_nonzero; assumption.
Qed.

Definition vexp a :=
  let i := cut (above a) (I.exp prec (span a)) (I.upper_extent one) in
  known (cut (below a) i (I.lower_extent one)) true false true.
Lemma vexp_ok a x : within a x -> within (vexp a) (exp x).
Proof.
  intros (H & P & N & Z). apply known_ok.
  - apply cut_ok; [apply cut_ok; [exact (I.exp_correct prec _ _ H)|]|]; intros E.
    + apply I.upper_extent_correct with 1; [exact one_ok|].
      rewrite <- exp_0. destruct (P E) as [K|K]; [left; apply exp_increasing|right]; congruence.
    + apply I.lower_extent_correct with 1; [exact one_ok|].
      rewrite <- exp_0. destruct (N E) as [K|K]; [left; apply exp_increasing|right]; congruence.
  - intros _. apply Rlt_le, exp_pos.
  - discriminate.
  - intros _. apply Rgt_not_eq, exp_pos.
Qed.

(* The logarithm of a positive number: by the interval, or by its upper end alone. *)
Definition vln a :=
  let i := span a in
  known (cut (I.upper_bounded i) (I.ln prec i) (I.lower_extent (I.ln prec (I.singleton (I.upper i)))))
    (match I.sign_large (I.sub prec i one) with Xgt | Xeq => true | _ => false end)
    (match I.sign_large (I.sub prec i one) with Xlt | Xeq => true | _ => false end)
    (match I.sign_strict (I.sub prec i one) with Xgt | Xlt => true | _ => false end).
Lemma ln_le' x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros H [K|K]; [left; apply ln_increasing; assumption|right; congruence]. Qed.
Lemma Xln_pos x : 0 < x -> Xln (Xreal x) = Xreal (ln x).
Proof. intros H. simpl. unfold Xln'. case is_positive_spec; [reflexivity|intros; lra]. Qed.
Lemma vln_ok a x : 0 < x -> within a x -> within (vln a) (ln x).
Proof.
  intros X (H & P & N & Z). apply known_ok.
  - assert (H1 : contains (I.convert (I.ln prec (span a))) (Xreal (ln x))).
    { rewrite <- Xln_pos by assumption. exact (I.ln_correct prec _ _ H). }
    apply cut_ok; [exact H1|]. intros E.
    destruct (I.upper_bounded_correct _ E) as [U V].
    assert (NE : not_empty (I.convert (span a))) by (exists x; exact H).
    specialize (V NE).
    set (u := proj_val (I.F.toX (I.upper (span a)))) in *.
    assert (W : x <= u).
    { assert (H' := H). rewrite V, U in H'. simpl in H'. tauto. }
    apply I.lower_extent_correct with (ln u); [|apply ln_le'; assumption].
    rewrite <- Xln_pos by lra. apply I.ln_correct.
    exact (I.singleton_correct (I.upper (span a))).
  - assert (D := I.sub_correct prec _ _ _ _ H one_ok). simpl in D.
    generalize (I.sign_large_correct (I.sub prec (span a) one)).
    destruct (I.sign_large _); intros L E; try discriminate; specialize (L _ D); rewrite <- ln_1;
      apply ln_le'; try lra; simpl in L; try (injection L as L); lra.
  - assert (D := I.sub_correct prec _ _ _ _ H one_ok). simpl in D.
    generalize (I.sign_large_correct (I.sub prec (span a) one)).
    destruct (I.sign_large _); intros L E; try discriminate; specialize (L _ D); rewrite <- ln_1;
      apply ln_le'; try lra; simpl in L; try (injection L as L); lra.
  - assert (D := I.sub_correct prec _ _ _ _ H one_ok). simpl in D.
    generalize (I.sign_strict_correct (I.sub prec (span a) one)).
    destruct (I.sign_strict _); intros L E; try discriminate; specialize (L _ D); simpl in L;
      apply ln_neq_0; lra.
Qed.

Definition vsqrt a := known (I.sqrt prec (span a)) true false (other a).
Lemma vsqrt_ok a x : 0 <= x -> within a x -> within (vsqrt a) (sqrt x).
Proof.
  intros X (H & P & N & Z). apply known_ok.
  - assert (K := I.sqrt_correct prec _ _ H). exact K.
  - intros _. apply sqrt_pos.
  - discriminate.
  - intros E; signs. assert (0 < sqrt x) by (apply sqrt_lt_R0; lra). lra.
Qed.

Definition vabs a := known (I.abs (span a)) true false (other a).
Lemma vabs_ok a x : within a x -> within (vabs a) (Rabs x).
Proof.
  intros (H & P & N & Z). apply known_ok.
  - exact (I.abs_correct _ _ H).
  - intros _. apply Rabs_pos.
  - discriminate.
  - intros E; signs. apply Rabs_no_R0; assumption.
Qed.

Definition vmax a b :=
  known
    (I.meet (I.join (span a) (span b)) (I.meet (I.upper_extent (span a)) (I.upper_extent (span b))))
    (above a || above b) (below a && below b)
    ((above a && other a) || (above b && other b) || (below a && below b && other a && other b)).
Lemma vmax_ok a b x y : within a x -> within b y -> within (vmax a b) (Rmax x y).
Proof.
  intros (H & P & N & Z) (H' & P' & N' & Z'). assert (L := Rmax_l x y). assert (R := Rmax_r x y).
  apply known_ok.
  - apply I.meet_correct; [|apply I.meet_correct].
    + apply I.join_correct. unfold Rmax. destruct (Rle_dec x y); [right|left]; assumption.
    + apply I.upper_extent_correct with x; assumption.
    + apply I.upper_extent_correct with y; assumption.
  - intros E; bools; signs; lra.
  - intros E; bools; signs. apply Rmax_lub; assumption.
  - intros E; bools; signs; try lra. unfold Rmax. destruct (Rle_dec x y); assumption.
Qed.
Definition vmin a b := vneg (vmax (vneg a) (vneg b)).
Lemma vmin_ok a b x y : within a x -> within b y -> within (vmin a b) (Rmin x y).
Proof.
  intros H K. replace (Rmin x y) with (- Rmax (- x) (- y)).
  - apply vneg_ok, vmax_ok; apply vneg_ok; assumption.
  - rewrite Rmax_opp_Rmin || (unfold Rmax, Rmin; destruct (Rle_dec (-x) (-y)), (Rle_dec x y); lra). lra.
Qed.

Definition vfloor a := known (I.nearbyint rnd_DN (span a)) (above a) (below a) false.
Lemma vfloor_ok a x : within a x -> within (vfloor a) (IZR (Zfloor x)).
Proof.
  intros (H & P & N & Z). apply known_ok; try discriminate.
  - exact (I.nearbyint_correct rnd_DN _ _ H).
  - intros E; signs. apply (IZR_le 0), Zfloor_lub. assumption.
  - intros E; signs. assert (K := Zfloor_lb x). lra.
Qed.
Definition vceil a := known (I.nearbyint rnd_UP (span a)) (above a) (below a) false.
Lemma vceil_ok a x : within a x -> within (vceil a) (IZR (Zceil x)).
Proof.
  intros (H & P & N & Z). apply known_ok; try discriminate.
  - exact (I.nearbyint_correct rnd_UP _ _ H).
  - intros E; signs. assert (K := Zceil_ub x). lra.
  - intros E; signs. apply (IZR_le _ 0), Zceil_glb. assumption.
Qed.

(* Sines and cosines lie between -1 and 1; an arctangent has the sign of its argument. *)
Definition wave i := cut true (cut true i (I.lower_extent one)) (I.upper_extent (I.neg one)).
Lemma wave_ok i x : contains (I.convert i) (Xreal x) -> -1 <= x <= 1 -> contains (I.convert (wave i)) (Xreal x).
Proof.
  intros H [L U]. apply cut_ok; [apply cut_ok; [exact H|]|]; intros _.
  - exact (I.lower_extent_correct one x 1 one_ok U).
  - exact (I.upper_extent_correct (I.neg one) x (-1) (I.neg_correct _ _ one_ok) L).
Qed.
Definition up_to_three i :=
  match I.sign_large (I.sub prec (I.fromZ prec 3) i) with Xgt | Xeq => true | _ => false end.
Lemma up_to_three_ok i x : contains (I.convert i) (Xreal x) -> up_to_three i = true -> x < PI.
Proof.
  intros H E. assert (T := PI2_3_2).
  assert (D := I.sub_correct prec _ _ _ _ (I.fromZ_correct prec 3) H). simpl in D.
  unfold up_to_three in E. generalize (I.sign_large_correct (I.sub prec (I.fromZ prec 3) i)).
  destruct (I.sign_large _); intros L; try discriminate; specialize (L _ D); simpl in L;
    try (injection L as L); lra.
Qed.
Definition vsin a :=
  let rises := above a && up_to_three (span a) in
  let falls := below a && up_to_three (I.neg (span a)) in
  known (wave (I.sin prec (span a))) rises falls (other a && (rises || falls)).
Lemma vsin_ok a x : within a x -> within (vsin a) (sin x).
Proof.
  intros (H & P & N & Z). assert (M := I.neg_correct _ _ H). simpl in M. apply known_ok.
  - apply wave_ok; [exact (I.sin_correct prec _ _ H)|apply SIN_bound].
  - intros E; bools; signs. apply sin_ge_0; [assumption|].
    apply Rlt_le, (up_to_three_ok _ _ H); assumption.
  - intros E; bools; signs. assert (0 <= sin (- x)); [|rewrite sin_neg in *; lra].
    apply sin_ge_0; [lra|]. apply Rlt_le, (up_to_three_ok _ _ M); assumption.
  - intros E; bools; signs.
    + apply Rgt_not_eq, sin_gt_0; [lra|]. apply (up_to_three_ok _ _ H); assumption.
    + assert (0 < sin (- x)); [|rewrite sin_neg in *; lra].
      apply sin_gt_0; [lra|]. apply (up_to_three_ok _ _ M); assumption.
Qed.
Definition vcos a := known (wave (I.cos prec (span a))) false false false.
Lemma vcos_ok a x : within a x -> within (vcos a) (cos x).
Proof.
  intros (H & _). apply known_ok; try discriminate.
  apply wave_ok; [exact (I.cos_correct prec _ _ H)|apply COS_bound].
Qed.
Definition vatan a := known (I.atan prec (span a)) (above a) (below a) (other a).
Lemma atan_le x y : x <= y -> atan x <= atan y.
Proof. intros [L|<-]; [left; apply atan_increasing; exact L|right; reflexivity]. Qed.
Lemma vatan_ok a x : within a x -> within (vatan a) (atan x).
Proof.
  intros (H & P & N & Z). apply known_ok.
  - exact (I.atan_correct prec _ _ H).
  - intros E; signs. rewrite <- atan_0. apply atan_le; assumption.
  - intros E; signs. rewrite <- atan_0. apply atan_le; assumption.
  - intros E; signs. rewrite <- atan_0. intros K. apply Z.
    destruct (Rtotal_order x 0) as [L|[L|L]]; [|exact L|]; apply atan_increasing in L; lra.
Qed.

(* A power: of a positive base, or of one that may be zero. *)
Definition vpower a b := vexp (vmul b (vln a)).
Lemma vpower_ok a b x y : 0 < x -> within a x -> within b y -> within (vpower a b) (power x y).
Proof.
  intros X H K. unfold power. destruct (Rlt_dec 0 x) as [_|C]; [|contradiction].
  unfold Rpower. apply vexp_ok, vmul_ok; [exact K|]. apply vln_ok; assumption.
Qed.
Definition vpower_from_zero a b :=
  known (if below a then zero else I.join zero (span (vpower a b))) true false (other a).
Lemma vpower_from_zero_ok a b x y :
  0 <= x -> within a x -> within b y -> within (vpower_from_zero a b) (power x y).
Proof.
  intros X H K. apply known_ok.
  - destruct (below a) eqn:E.
    { assert (x <= 0) by (apply H, E). unfold power. destruct (Rlt_dec 0 x); [lra|]. exact zero_ok. }
    apply I.join_correct. destruct (Rle_lt_or_eq_dec _ _ X) as [X'|X'].
    + right. apply (vpower_ok a b x y X' H K).
    + left. unfold power. destruct (Rlt_dec 0 x); [lra|]. exact zero_ok.
  - intros _. unfold power. destruct (Rlt_dec 0 x); [|lra]. apply Rlt_le, exp_pos.
  - discriminate.
  - intros E. destruct H as (_ & _ & _ & Z). specialize (Z E).
    unfold power. destruct (Rlt_dec 0 x); [|lra]. apply Rgt_not_eq, exp_pos.
Qed.

(* erfc at a point that is not negative, by the series where its square is at most 100, where so many
   terms and bits are enough; beyond, between zero and exp(-x^2). *)
Definition plan (square : I.type) : nat * positive :=
  let fits bound := match I.sign_large (I.sub prec square (I.fromZ prec bound)) with
    Xlt | Xeq => true | _ => false end in
  if fits 1%Z then (60%nat, 50%positive) else if fits 9%Z then (150%nat, 80%positive)
  else if fits 36%Z then (320%nat, 160%positive) else if fits 100%Z then (600%nat, 400%positive)
  else (O, 1%positive).
Fixpoint inested (p : F.precision) (count n : nat) (q rest : I.type) : I.type :=
  match count with
  | O => rest
  | S less =>
    let factor := I.div p q (I.fromZ p (Z.of_nat (S (S (S n))))) in
    I.add p (I.fromZ p 1) (I.mul p factor (inested p less (S (S n)) q rest))
  end.
Definition erfc_from_zero (i : I.type) : I.type :=
  let square := I.power_int prec i 2 in
  let bell := I.exp prec (I.neg square) in
  match plan square with
  | (O, _) => I.meet from_zero (I.lower_extent bell)
  | (count, bits) =>
    let p := F.PtoP (precision + bits) in
    let square := I.power_int p i 2 in
    let rest := I.meet from_zero (I.lower_extent (I.exp p square)) in
    let sum := inested p count 0 (I.mul p (I.fromZ p 2) square) rest in
    let area := I.mul p (I.mul p i (I.exp p (I.neg square))) sum in
    I.sub p (I.fromZ p 1) (I.mul p (I.div p (I.fromZ p 2) (I.sqrt p (I.pi p))) area)
  end.
Definition erfc_at (i : I.type) : I.type :=
  match I.sign_large i with
  | Xeq | Xgt => erfc_from_zero i
  | Xlt => I.sub prec (I.fromZ prec 2) (erfc_from_zero (I.neg i))
  | Xund => I.whole
  end.
Definition verfc a :=
  let i := span a in
  let less := I.upper_extent (erfc_at (I.singleton (I.upper i))) in
  let more := I.lower_extent (erfc_at (I.singleton (I.lower i))) in
  known (cut (I.upper_bounded i) (cut (I.lower_bounded i) (I.lower_extent (I.fromZ prec 2)) more) less)
    true false true.

Lemma quotient_of_positive p i j x y : 0 < y ->
  contains (I.convert i) (Xreal x) -> contains (I.convert j) (Xreal y) ->
  contains (I.convert (I.div p i j)) (Xreal (x / y)).
Proof.
  intros P H K. assert (D := I.div_correct p _ _ _ _ H K). revert D. simpl. unfold Xdiv'.
  case is_zero_spec; [intros; lra|trivial].
Qed.
Lemma square_ok p i x :
  contains (I.convert i) (Xreal x) -> contains (I.convert (I.power_int p i 2)) (Xreal (x ^ 2)).
Proof. exact (I.power_int_correct p 2 i (Xreal x)). Qed.
Lemma inested_ok p count n i j q rest :
  contains (I.convert i) (Xreal q) -> contains (I.convert j) (Xreal rest) ->
  contains (I.convert (inested p count n i j)) (Xreal (nested count n q rest)).
Proof.
  intros H K. revert n. induction count as [|count IH]; intros n; [exact K|]. cbn [inested nested].
  apply (I.add_correct p _ _ (Xreal 1) (Xreal _)); [exact (I.fromZ_correct p 1)|].
  apply (I.mul_correct p _ _ (Xreal _) (Xreal _)); [|apply IH].
  rewrite INR_IZR_INZ. apply quotient_of_positive; [|exact H|apply I.fromZ_correct].
  apply IZR_lt. lia.
Qed.
Lemma erfc_from_zero_ok i x :
  0 <= x -> contains (I.convert i) (Xreal x) -> contains (I.convert (erfc_from_zero i)) (Xreal (erfc x)).
Proof.
  intros P H. unfold erfc_from_zero. destruct (plan _) as [[|count] bits].
  - apply I.meet_correct; [apply from_zero_ok; left; apply erfc_positive|].
    apply I.lower_extent_correct with (exp (- x ^ 2)); [|exact (erfc_below_bell x P)].
    apply (I.exp_correct prec _ (Xreal _)). apply (I.neg_correct _ (Xreal _)). apply square_ok, H.
  - set (p := F.PtoP (precision + bits)). set (c := S count).
    assert (Q := square_ok p i x H). set (j := I.power_int p i 2) in *. clearbody j.
    destruct (erfc_near c x P) as (rest & [L M] & ->).
    apply (I.sub_correct p _ _ (Xreal 1) (Xreal _)); [exact (I.fromZ_correct p 1)|].
    apply (I.mul_correct p _ _ (Xreal _) (Xreal _)).
    + apply quotient_of_positive; [apply root_of_pi|exact (I.fromZ_correct p 2)|].
      exact (I.sqrt_correct p _ _ (I.pi_correct p)).
    + apply (I.mul_correct p _ _ (Xreal _) (Xreal _)).
      * apply (I.mul_correct p _ _ (Xreal _) (Xreal _)); [exact H|].
        apply (I.exp_correct p _ (Xreal _)). apply (I.neg_correct _ (Xreal _)). exact Q.
      * apply inested_ok.
        -- apply (I.mul_correct p _ _ (Xreal _) (Xreal _)); [exact (I.fromZ_correct p 2)|exact Q].
        -- apply I.meet_correct; [apply from_zero_ok; exact L|].
           apply I.lower_extent_correct with (exp (x ^ 2)); [|exact M]. exact (I.exp_correct p _ (Xreal _) Q).
Qed.
Lemma erfc_at_ok i x :
  contains (I.convert i) (Xreal x) -> contains (I.convert (erfc_at i)) (Xreal (erfc x)).
Proof.
  intros H. unfold erfc_at. generalize (I.sign_large_correct i).
  destruct (I.sign_large i); intros S; try specialize (S _ H).
  - apply erfc_from_zero_ok; [injection S; intros; lra|exact H].
  - replace (erfc x) with (2 - erfc (- x)) by (rewrite erfc_odd; ring).
    apply (I.sub_correct prec _ _ (Xreal 2) (Xreal _)); [exact (I.fromZ_correct prec 2)|].
    apply erfc_from_zero_ok; [simpl in S; lra|]. exact (I.neg_correct _ _ H).
  - apply erfc_from_zero_ok; [simpl in S; lra|exact H].
  - apply I.whole_correct.
Qed.
Lemma verfc_ok a x : within a x -> within (verfc a) (erfc x).
Proof.
  intros (H & P & N & Z). assert (NE : not_empty (I.convert (span a))) by (exists x; exact H).
  assert (E := erfc_positive x). assert (T := erfc_below_two x). apply known_ok; try discriminate; try (intros; lra).
  apply cut_ok; [apply cut_ok|].
  - apply I.lower_extent_correct with 2; [exact (I.fromZ_correct prec 2)|lra].
  - intros B. destruct (I.lower_bounded_correct _ B) as [U V]. specialize (V NE).
    apply I.lower_extent_correct with (erfc (proj_val (I.F.toX (I.lower (span a))))).
    + apply erfc_at_ok. exact (I.singleton_correct (I.lower (span a))).
    + apply erfc_falls. assert (H' := H). rewrite V, U in H'. simpl in H'. tauto.
  - intros B. destruct (I.upper_bounded_correct _ B) as [U V]. specialize (V NE).
    apply I.upper_extent_correct with (erfc (proj_val (I.F.toX (I.upper (span a))))).
    + apply erfc_at_ok. exact (I.singleton_correct (I.upper (span a))).
    + apply erfc_falls. assert (H' := H). rewrite V, U in H'. simpl in H'. tauto.
Qed.

Definition surely v := above v && other v.

Fixpoint enclosed (box : list value) (t : term) : option value :=
  let unary a f := match enclosed box a with Some v => f v | None => None end in
  let binary a b f :=
    match enclosed box a, enclosed box b with Some v, Some w => f v w | _, _ => None end in
  match t with
  | TVar n => nth_error box n
  | TQ p q =>
    Some (known (I.div prec (I.fromZ prec p) (I.fromZ prec (Zpos q))) false false false)
  | TPi => Some (known (I.pi prec) false false false)
  | TNeg a => unary a (fun v => Some (vneg v))
  | TAdd a b => binary a b (fun v w => Some (vadd v w))
  | TMul a b => binary a b (fun v w => Some (vmul v w))
  | TDiv a b => binary a b (fun v w => if other w then Some (vmul v (vinv w)) else None)
  | TPow a n => unary a (fun v => Some (vpow v n))
  | TInvPow a n => unary a (fun v =>
      if other v && other (vpow v n) then Some (vinv (vpow v n)) else None)
  | TPower is_open a b =>
    binary a b (fun v w =>
      if surely v then Some (vpower v w)
      else if negb is_open && above v then Some (vpower_from_zero v w) else None)
  | TExp a => unary a (fun v => Some (vexp v))
  | TLn a => unary a (fun v => if surely v then Some (vln v) else None)
  | TSqrt a => unary a (fun v => if above v then Some (vsqrt v) else None)
  | TAbs a => unary a (fun v => Some (vabs v))
  | TMax a b => binary a b (fun v w => Some (vmax v w))
  | TMin a b => binary a b (fun v w => Some (vmin v w))
  | TFloor a => unary a (fun v => Some (vfloor v))
  | TCeil a => unary a (fun v => Some (vceil v))
  | TSin a => unary a (fun v => Some (vsin v))
  | TCos a => unary a (fun v => Some (vcos v))
  | TAtan a => unary a (fun v => Some (vatan v))
  | TErfc a => unary a (fun v => Some (verfc v))
  end.

Lemma surely_ok v x : surely v = true -> within v x -> 0 < x.
Proof. unfold surely. intros E (_ & P & _ & Z). bools. signs. lra. Qed.

Lemma quotient_ok p q :
  contains (I.convert (I.div prec (I.fromZ prec p) (I.fromZ prec (Zpos q)))) (Xreal (quotient p q)).
Proof.
  assert (H := I.div_correct prec _ _ _ _ (I.fromZ_correct prec p) (I.fromZ_correct prec (Zpos q))).
  assert (N : IZR (Zpos q) <> 0) by (apply IZR_neq; discriminate).
  set (i := I.div _ _ _) in *. clearbody i. cbv beta iota delta [Xbind2 Xdiv'] in H.
  revert H. case is_zero_spec; [contradiction|intros _ H].
  unfold quotient. destruct q; try exact H. now replace (IZR p) with (IZR p / 1) by field.
Qed.

Lemma nth_ok box env n v :
  Forall2 within box env -> nth_error box n = Some v -> within v (nth n env 0).
Proof.
  intros H. revert n. induction H as [|w x box env W H IH]; intros [|n] E; simpl in *; try discriminate.
  - injection E as <-. exact W.
  - apply IH, E.
Qed.

Lemma some_is (v w : value) : Some v = Some w -> v = w.
Proof. congruence. Qed.
Opaque known I.fromZ I.pi I.div.

Theorem enclosed_ok box env t :
  Forall2 within box env ->
  forall v, enclosed box t = Some v -> df env t /\ within v (ev env t).
Proof.
  intros B.
  induction t; cbn [enclosed ev df]; intros v E;
    repeat match goal with
    | IH : forall v, enclosed box ?a = Some v -> _ |- _ =>
      destruct (enclosed box a) as [|] eqn:?; [|discriminate E || (destruct (enclosed box _); discriminate E)];
      destruct (IH _ eq_refl) as [? ?]; clear IH
    end.
  - split; [exact I|]. exact (nth_ok _ _ _ _ B E).
  - apply some_is in E; rewrite <- E. split; [exact I|]. apply known_ok; try discriminate. apply quotient_ok.
  - apply some_is in E; rewrite <- E. split; [exact I|]. apply known_ok; try discriminate. apply I.pi_correct.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vneg_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [tauto|]. apply vadd_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [tauto|]. apply vmul_ok; assumption.
  - destruct (other _) eqn:Z in E; [|discriminate]. apply some_is in E; rewrite <- E.
    match goal with H : within _ (ev env t2) |- _ => assert (N := proj2 (proj2 (proj2 H)) Z) end.
    split; [tauto|]. apply vmul_ok; [assumption|]. apply vinv_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vpow_ok; assumption.
  - destruct (other _ && _) eqn:Z in E; [|discriminate]. apply some_is in E; rewrite <- E.
    apply andb_true_iff in Z. destruct Z as [Z Y].
    match goal with H : within _ (ev env t) |- _ => assert (N := proj2 (proj2 (proj2 H)) Z) end.
    split; [tauto|]. apply vinv_ok; [exact Y|]. apply vpow_ok; assumption.
  - destruct (surely _) eqn:Z in E.
    + apply some_is in E; rewrite <- E. eapply surely_ok in Z; [|eassumption].
      split; [|apply vpower_ok; assumption].
      destruct is_open; repeat split; try assumption; lra.
    + destruct is_open; simpl in E; [discriminate|]. destruct (above _) eqn:Y in E; [|discriminate].
      apply some_is in E; rewrite <- E.
      match goal with H : within _ (ev env t1) |- _ => assert (N := proj1 (proj2 H) Y) end.
      split; [tauto|]. apply vpower_from_zero_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vexp_ok; assumption.
  - destruct (surely _) eqn:Z in E; [|discriminate]. apply some_is in E; rewrite <- E.
    eapply surely_ok in Z; [|eassumption]. split; [tauto|]. apply vln_ok; assumption.
  - destruct (above _) eqn:Y in E; [|discriminate]. apply some_is in E; rewrite <- E.
    match goal with H : within _ (ev env t) |- _ => assert (N := proj1 (proj2 H) Y) end.
    split; [tauto|]. apply vsqrt_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vabs_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [tauto|]. apply vmax_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [tauto|]. apply vmin_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vfloor_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vceil_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vsin_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vcos_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply vatan_ok; assumption.
  - apply some_is in E; rewrite <- E. split; [assumption|]. apply verfc_ok; assumption.
Qed.
End Program.

(* --- ranges and claims --------------------------------------------------------------------- *)

Inductive side : Set := Free | Closed (top : Z) (bottom : positive) | Open (top : Z) (bottom : positive).

Definition from_low (s : side) (x : R) : Prop :=
  match s with Free => True | Closed p q => quotient p q <= x | Open p q => quotient p q < x end.
Definition to_high (s : side) (x : R) : Prop :=
  match s with Free => True | Closed p q => x <= quotient p q | Open p q => x < quotient p q end.

Fixpoint in_box (box : list (side * side)) (env : list R) : Prop :=
  match box, env with
  | [], [] => True
  | (l, h) :: box, x :: env => from_low l x /\ to_high h x /\ in_box box env
  | _, _ => False
  end.

Definition of_low (p : positive) (s : side) : value :=
  match s with
  | Free => Value I.whole false false false
  | Closed t b =>
    let v := known p (I.div (F.PtoP p) (I.fromZ (F.PtoP p) t) (I.fromZ (F.PtoP p) (Zpos b))) false false false in
    known p (I.upper_extent (span v)) (above v) false false
  | Open t b =>
    let v := known p (I.div (F.PtoP p) (I.fromZ (F.PtoP p) t) (I.fromZ (F.PtoP p) (Zpos b))) false false false in
    known p (I.upper_extent (span v)) (above v) false (above v)
  end.
Definition of_high (p : positive) (s : side) : value :=
  match s with
  | Free => Value I.whole false false false
  | Closed t b =>
    let v := known p (I.div (F.PtoP p) (I.fromZ (F.PtoP p) t) (I.fromZ (F.PtoP p) (Zpos b))) false false false in
    known p (I.lower_extent (span v)) false (below v) false
  | Open t b =>
    let v := known p (I.div (F.PtoP p) (I.fromZ (F.PtoP p) t) (I.fromZ (F.PtoP p) (Zpos b))) false false false in
    known p (I.lower_extent (span v)) false (below v) (below v)
  end.
Definition both_of (p : positive) (v w : value) : value :=
  known p (I.meet (span v) (span w)) (above v || above w) (below v || below w) (other v || other w).

Lemma whole_ok x : within (Value I.whole false false false) x.
Proof. split; [apply I.whole_correct|]. simpl. repeat split; discriminate. Qed.
Lemma end_ok p t b :
  within (known p (I.div (F.PtoP p) (I.fromZ (F.PtoP p) t) (I.fromZ (F.PtoP p) (Zpos b))) false false false)
    (quotient t b).
Proof. apply known_ok; try discriminate. apply quotient_ok. Qed.
Lemma of_low_ok p s x : from_low s x -> within (of_low p s) x.
Proof.
  destruct s; cbn [from_low of_low]; intros H; [apply whole_ok| |];
    destruct (end_ok p top bottom) as (C & P & _); apply known_ok; try discriminate;
    try (apply I.upper_extent_correct with (1 := C); lra); intros E; specialize (P E); lra.
Qed.
Lemma of_high_ok p s x : to_high s x -> within (of_high p s) x.
Proof.
  destruct s; cbn [to_high of_high]; intros H; [apply whole_ok| |];
    destruct (end_ok p top bottom) as (C & _ & N & _); apply known_ok; try discriminate;
    try (apply I.lower_extent_correct with (1 := C); lra); intros E; specialize (N E); lra.
Qed.
Lemma both_of_ok p v w x : within v x -> within w x -> within (both_of p v w) x.
Proof.
  intros (H & P & N & Z) (H' & P' & N' & Z'). apply known_ok.
  - apply I.meet_correct; assumption.
  - intros E. apply orb_true_iff in E. destruct E; auto.
  - intros E. apply orb_true_iff in E. destruct E; auto.
  - intros E. apply orb_true_iff in E. destruct E; auto.
Qed.

Definition values (p : positive) (box : list (side * side)) : list value :=
  map (fun r => both_of p (of_low p (fst r)) (of_high p (snd r))) box.
Lemma values_ok p box env : in_box box env -> Forall2 within (values p box) env.
Proof.
  revert env. induction box as [|[l h] box IH]; intros [|x env] H; try (exfalso; exact H).
  - constructor.
  - destruct H as (L & H & B). constructor; [|apply IH; exact B].
    apply both_of_ok; [apply of_low_ok; exact L|apply of_high_ok; exact H].
Qed.

Inductive kind : Set := Ge | Gt | Ne | Eq | Ok.
Definition rel (k : kind) (x : R) : Prop :=
  match k with Ge => 0 <= x | Gt => 0 < x | Ne => x <> 0 | Eq => x = 0 | Ok => True end.
Definition shows (k : kind) (v : value) : bool :=
  match k with
  | Ge => above v | Gt => above v && other v | Ne => other v | Eq => above v && below v | Ok => true
  end.
Definition shown (p : positive) (box : list (side * side)) (t : term) (k : kind) : bool :=
  match enclosed p (values p box) t with Some v => shows k v | None => false end.

Theorem enclosure p box env t k :
  in_box box env -> shown p box t k = true -> df env t /\ rel k (ev env t).
Proof.
  intros B. unfold shown. destruct (enclosed p (values p box) t) as [v|] eqn:E; [|discriminate].
  destruct (enclosed_ok p _ _ t (values_ok p _ _ B) v E) as [D (_ & P & N & Z)]. intros S.
  split; [exact D|]. destruct k; cbn [shows rel] in *; trivial.
  - auto.
  - apply andb_true_iff in S. destruct S as [S T]. specialize (P S). specialize (Z T). lra.
  - auto.
  - apply andb_true_iff in S. destruct S as [S T]. specialize (P S). specialize (N T). lra.
Qed.
