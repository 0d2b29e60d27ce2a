(* The complementary error function, which is positive, and two ways to enclose it. *)

From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

Definition bell (t : R) : R := exp (- t ^ 2).
Definition bell_area (x : R) : R := RInt bell 0 x.
Definition erfc (x : R) : R := 1 - 2 / sqrt PI * bell_area x.

Lemma continuous_of_derivable (f : R -> R) x : ex_derive f x -> continuous f x.
Proof. exact (ex_derive_continuous f x). Qed.
Lemma bell_continuous x : continuous bell x.
Proof. apply continuous_of_derivable. unfold bell. auto_derive. exact I. Qed.
Lemma bell_area_slope x : is_derive bell_area x (bell x).
Proof.
  apply (is_derive_RInt bell bell_area 0 x); [|apply bell_continuous].
  exists (mkposreal 1 Rlt_0_1). intros y _. apply (RInt_correct bell).
  apply (ex_RInt_continuous bell). intros; apply bell_continuous.
Qed.
Lemma bell_area_at_zero : bell_area 0 = 0.
Proof. exact (RInt_point 0 bell). Qed.

(* --- moments: the integrals of t^n exp(-t^2) --------------------------------------------------- *)

Definition moment_of (n : nat) (t : R) : R := t ^ n * bell t.
Definition moment (n : nat) (x : R) : R := RInt (moment_of n) 0 x.
Lemma moment_of_continuous n x : continuous (moment_of n) x.
Proof. apply continuous_of_derivable. unfold moment_of, bell. auto_derive. exact I. Qed.
Lemma moment_slope n x : is_derive (moment n) x (moment_of n x).
Proof.
  apply (is_derive_RInt (moment_of n) (moment n) 0 x); [|apply moment_of_continuous].
  exists (mkposreal 1 Rlt_0_1). intros y _. apply (RInt_correct (moment_of n)).
  apply (ex_RInt_continuous (moment_of n)). intros; apply moment_of_continuous.
Qed.
Lemma moment_at_zero n : moment n 0 = 0.
Proof. exact (RInt_point 0 (moment_of n)). Qed.

(* A function is as its value at zero, if its slope is zero. *)
Lemma constant_of_slope (f : R -> R) : (forall x, is_derive f x 0) -> forall x, f x = f 0.
Proof.
  intros D x. assert (E : f x - f 0 = 0).
  { destruct (MVT_gen f 0 x (fun _ => 0)) as (c & _ & E).
    - intros; apply D.
    - intros y _. apply continuity_pt_filterlim. apply continuous_of_derivable. exists 0. apply D.
    - rewrite E. ring. }
  lra.
Qed.
(* A function of a slope that is not negative beyond zero is at least what it is at zero. *)
Lemma above_start (f f' : R -> R) x :
  (forall y, is_derive f y (f' y)) -> 0 <= x -> (forall y, 0 <= y -> 0 <= f' y) -> f 0 <= f x.
Proof.
  intros D P S. destruct (MVT_gen f 0 x f') as (c & (C & _) & E).
  - intros; apply D.
  - intros y _. apply continuity_pt_filterlim. apply continuous_of_derivable. exists (f' y). apply D.
  - rewrite Rmin_left in C by assumption. specialize (S c C). nra.
Qed.

Lemma next_moment n x :
  INR (S n) * moment n x = x ^ S n * bell x + 2 * moment (S (S n)) x.
Proof.
  pose (gap := fun y => INR (S n) * moment n y - y ^ S n * bell y - 2 * moment (S (S n)) y).
  assert (Z : gap x = gap 0).
  { apply constant_of_slope. intros y. unfold gap.
    assert (D := moment_slope n y). assert (E := moment_slope (S (S n)) y).
    generalize (moment n) (moment (S (S n))) D E. clear. intros f g D E. unfold bell. auto_derive.
    - repeat split; [exists (moment_of n y); exact D|exists (moment_of (S (S n)) y); exact E].
    - rewrite (is_derive_unique (fun z : R => f z) y _ D), (is_derive_unique (fun z : R => g z) y _ E).
      change (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR (S n)).
      change (y * (y * 1)) with (y ^ 2). unfold moment_of, bell. rewrite <- !tech_pow_Rmult. ring. }
  unfold gap in Z. rewrite !moment_at_zero, pow_i in Z by lia. lra.
Qed.

Lemma moment_above n x : 0 <= x -> 0 <= moment n x.
Proof.
  intros P. rewrite <- (moment_at_zero n).
  apply (above_start (moment n) (moment_of n)); [intros; apply moment_slope|exact P|].
  intros y Y. apply Rmult_le_pos; [apply pow_le, Y|apply Rlt_le, exp_pos].
Qed.
Lemma moment_below n x : 0 <= x -> INR (S n) * moment n x <= x ^ S n.
Proof.
  intros P. pose (gap := fun y => y ^ S n - INR (S n) * moment n y).
  assert (K : gap 0 <= gap x).
  { apply (above_start gap (fun y => INR (S n) * (y ^ n - moment_of n y))); [|exact P|].
    - intros y. unfold gap. assert (D := moment_slope n y).
      generalize (moment n) D. clear. intros f D. auto_derive.
      + exists (moment_of n y). exact D.
      + rewrite (is_derive_unique (fun z : R => f z) y _ D). 
        change (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR (S n)). simpl Nat.pred. ring.
    - intros y Y. apply Rmult_le_pos; [apply pos_INR|]. unfold moment_of, bell.
      assert (exp (- y ^ 2) <= 1).
      { rewrite <- exp_0. destruct (Req_dec y 0) as [->|N]; [right; f_equal; ring|].
        left. apply exp_increasing. nra. }
      assert (0 <= y ^ n) by (apply pow_le, Y). nra. }
  unfold gap in K. rewrite moment_at_zero, pow_i in K by lia. lra.
Qed.

(* --- near zero: a continued series ------------------------------------------------------------- *)

(* 1 + q/(n+3) (1 + q/(n+5) (...)), with what comes after so many of its terms. *)
Fixpoint nested (count n : nat) (q rest : R) : R :=
  match count with O => rest | S less => 1 + q / INR (S (S (S n))) * nested less (S (S n)) q rest end.
Definition share (n : nat) (x : R) : R := INR (S n) * moment n x / (x ^ S n * bell x).

Lemma share_next n x : 0 < x -> share n x = 1 + 2 * x ^ 2 / INR (S (S (S n))) * share (S (S n)) x.
Proof.
  intros P. unfold share. rewrite next_moment. assert (0 < bell x) by apply exp_pos.
  assert (0 < x ^ n) by (apply pow_lt, P). assert (N := lt_0_INR (S (S (S n))) (Nat.lt_0_succ _)).
  rewrite <- !tech_pow_Rmult. field. repeat split; lra.
Qed.
Lemma bell_times x : bell x * exp (x ^ 2) = 1.
Proof. unfold bell. rewrite <- exp_plus, <- exp_0. f_equal. ring. Qed.
Lemma share_within n x : 0 < x -> 0 <= share n x <= exp (x ^ 2).
Proof.
  intros P. unfold share. assert (B : 0 < bell x) by apply exp_pos.
  assert (W : 0 < x ^ S n) by (apply pow_lt, P). assert (L := moment_above n x (Rlt_le _ _ P)).
  assert (M := moment_below n x (Rlt_le _ _ P)). assert (N := lt_0_INR (S n) (Nat.lt_0_succ _)).
  assert (Q : 0 < x ^ S n * bell x) by nra. split.
  - apply Rdiv_le_0_compat; [nra|exact Q].
  - apply Rmult_le_reg_r with (1 := Q). unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (E := bell_times x). nra.
Qed.
Lemma share_nested x : 0 < x -> forall count n,
  exists rest, 0 <= rest <= exp (x ^ 2) /\ share n x = nested count n (2 * x ^ 2) rest.
Proof.
  intros P. induction count as [|less IH]; intros n.
  - exists (share n x). split; [apply share_within, P|reflexivity].
  - destruct (IH (S (S n))) as (rest & W & E). exists rest. split; [exact W|].
    rewrite share_next by exact P. rewrite E. reflexivity.
Qed.
Lemma moment_zero x : moment 0 x = bell_area x.
Proof. apply RInt_ext. intros. unfold moment_of. simpl. ring. Qed.
Lemma bell_area_is x : 0 < x -> bell_area x = x * bell x * share 0 x.
Proof.
  intros P. rewrite <- moment_zero. unfold share. assert (0 < bell x) by apply exp_pos.
  simpl. field. split; lra.
Qed.

(* --- the whole area: the square of the area and another integral are pi/4 together -------------- *)

Definition ray (x t : R) : R := exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2).
Definition rays (x : R) : R := RInt (ray x) 0 1.
Lemma round_positive t : 0 < 1 + t ^ 2.
Proof. assert (H := pow2_ge_0 t). lra. Qed.
Lemma ray_continuous x t : continuous (ray x) t.
Proof.
  apply continuous_of_derivable. unfold ray. auto_derive. assert (H := round_positive t). simpl in H. lra.
Qed.
Lemma ray_integrable x a b : ex_RInt (ray x) a b.
Proof. apply (ex_RInt_continuous (ray x)). intros; apply ray_continuous. Qed.
Definition ray_slope (x t : R) : R := - 2 * x * exp (- x ^ 2 * (1 + t ^ 2)).
Lemma ray_derivable x t : is_derive (fun u => ray u t) x (ray_slope x t).
Proof.
  unfold ray, ray_slope. assert (H := round_positive t). auto_derive; [exact I|].
  simpl in *. field. lra.
Qed.
Lemma ray_slope_continuous x t : continuity_2d_pt ray_slope x t.
Proof.
  apply continuity_2d_pt_ext with (fun u v => - 2 * u * exp (- (u * u) * (1 + v * v))).
  { intros u v. unfold ray_slope. do 2 f_equal. ring. }
  apply continuity_2d_pt_mult.
  - apply continuity_2d_pt_mult; [apply continuity_2d_pt_const|apply continuity_2d_pt_id1].
  - apply (continuity_1d_2d_pt_comp exp (fun u v => - (u * u) * (1 + v * v))).
    + apply derivable_continuous_pt, derivable_pt_exp.
    + apply continuity_2d_pt_mult.
      * apply continuity_2d_pt_opp, continuity_2d_pt_mult; apply continuity_2d_pt_id1.
      * apply continuity_2d_pt_plus; [apply continuity_2d_pt_const|].
        apply continuity_2d_pt_mult; apply continuity_2d_pt_id2.
Qed.
Lemma rays_slope x : is_derive rays x (- 2 * bell x * bell_area x).
Proof.
  replace (- 2 * bell x * bell_area x) with (RInt (fun t => Derive (fun u => ray u t) x) 0 1).
  - apply is_derive_RInt_param.
    + apply filter_forall. intros u t _. exists (ray_slope u t). apply ray_derivable.
    + intros t _. apply continuity_2d_pt_ext with ray_slope; [|apply ray_slope_continuous].
      intros u v. symmetry. apply is_derive_unique, ray_derivable.
    + apply filter_forall. intros u. apply ray_integrable.
  - assert (C : ex_RInt (fun t => scal x (bell (x * t + 0))) 0 1).
    { apply (ex_RInt_continuous (fun t => scal x (bell (x * t + 0)))). intros.
      apply continuous_of_derivable. unfold scal, bell. simpl. unfold mult. simpl. auto_derive. exact I. }
    assert (K : ex_RInt bell (x * 0 + 0) (x * 1 + 0)).
    { apply (ex_RInt_continuous bell). intros; apply bell_continuous. }
    assert (E := RInt_comp_lin bell x 0 0 1 K).
    refine (eq_trans _ (eq_trans (RInt_scal _ 0 1 (- 2 * bell x) C) _)).
    + apply RInt_ext. intros t _. rewrite (is_derive_unique (fun u : R => ray u t) x _ (ray_derivable x t)).
      unfold ray_slope, bell, scal. simpl. unfold mult. simpl.
      replace (exp (- (x * (x * 1)) * (1 + t * (t * 1))))
        with (exp (- (x * (x * 1))) * exp (- ((x * t + 0) * ((x * t + 0) * 1))));
        [ring|rewrite <- exp_plus; f_equal; ring].
    + rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r in E. exact (f_equal (Rmult (- 2 * bell x)) E).
Qed.
Lemma rays_at_zero : rays 0 = PI / 4.
Proof.
  unfold rays. rewrite (RInt_ext _ (Derive atan)).
  - rewrite RInt_Derive, atan_0, atan_1; [ring| |]; intros t _.
    + exists (/ (1 + t ^ 2)). apply is_derive_Reals, derivable_pt_lim_atan.
    + apply continuous_ext with (fun t => / (1 + t ^ 2)).
      * intros u. symmetry. apply is_derive_unique, is_derive_Reals.
        apply derivable_pt_lim_atan.
      * apply continuous_of_derivable. auto_derive. assert (H := round_positive t). simpl in H. lra.
  - intros t _. symmetry. apply is_derive_unique, is_derive_Reals.
    replace (ray 0 t) with (/ (1 + t ^ 2)); [apply derivable_pt_lim_atan|].
    unfold ray. replace (- 0 ^ 2 * (1 + t ^ 2)) with 0 by ring. rewrite exp_0.
    assert (H := round_positive t). simpl in *. field. lra.
Qed.
Lemma area_and_rays x : bell_area x ^ 2 + rays x = PI / 4.
Proof.
  replace (PI / 4) with (bell_area 0 ^ 2 + rays 0) by (rewrite bell_area_at_zero, rays_at_zero; ring).
  apply (constant_of_slope (fun y => bell_area y ^ 2 + rays y)). intros y.
  assert (D := bell_area_slope y). assert (E := rays_slope y).
  generalize bell_area rays (bell y) D E. clear. intros f g b D E. auto_derive.
  - repeat split; [exists b; exact D|eexists; exact E].
  - rewrite (is_derive_unique (fun z : R => f z) y _ D), (is_derive_unique (fun z : R => g z) y _ E). ring.
Qed.
Lemma bell_area_rises x y : x <= y -> bell_area x <= bell_area y.
Proof.
  intros L. destruct (MVT_gen bell_area x y bell) as (c & _ & E).
  - intros; apply bell_area_slope.
  - intros z _. apply continuity_pt_filterlim, continuous_of_derivable. exists (bell z). apply bell_area_slope.
  - assert (0 < bell c) by apply exp_pos. nra.
Qed.
Lemma bell_area_odd x : bell_area (- x) = - bell_area x.
Proof.
  assert (E : bell_area x + bell_area (- x) = bell_area 0 + bell_area (- 0)).
  { apply (constant_of_slope (fun y => bell_area y + bell_area (- y))). intros y.
    assert (D := bell_area_slope y). assert (D' := bell_area_slope (- y)).
    replace (bell (- y)) with (bell y) in D' by (unfold bell; f_equal; ring).
    generalize bell_area (bell y) D D'. clear. intros f b D D'. auto_derive.
    - repeat split; exists b; assumption.
    - rewrite (is_derive_unique (fun z : R => f z) y _ D), (is_derive_unique (fun z : R => f z) (- y) _ D').
      ring. }
  rewrite Ropp_0, bell_area_at_zero in E. lra.
Qed.

(* --- what is known of erfc ----------------------------------------------------------------------- *)

Lemma root_of_pi : 0 < sqrt PI /\ sqrt PI ^ 2 = PI.
Proof.
  assert (P := PI_RGT_0). split; [apply sqrt_lt_R0, P|]. apply pow2_sqrt. lra.
Qed.
Lemma erfc_odd x : erfc (- x) = 2 - erfc x.
Proof. unfold erfc. rewrite bell_area_odd. ring. Qed.
Lemma erfc_zero : erfc 0 = 1.
Proof. unfold erfc. rewrite bell_area_at_zero. ring. Qed.
Lemma erfc_falls x y : x <= y -> erfc y <= erfc x.
Proof.
  intros L. unfold erfc. assert (B := bell_area_rises x y L). destruct root_of_pi as [P _].
  assert (0 < 2 / sqrt PI) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.
Lemma erfc_slope x : derivable_pt_lim erfc x (-2 / sqrt PI * exp (- x ^ 2)).
Proof.
  apply is_derive_Reals. unfold erfc. assert (D := bell_area_slope x). destruct root_of_pi as [P _].
  change (exp (- x ^ 2)) with (bell x). generalize bell_area (bell x) D. intros f b D'. auto_derive.
  - repeat split. exists b. exact D'.
  - rewrite (is_derive_unique (fun z : R => f z) x _ D'). field. lra.
Qed.
Lemma rays_positive x : 0 < rays x.
Proof.
  unfold rays. apply RInt_gt_0; [lra| |].
  - intros t _. unfold ray. apply Rdiv_lt_0_compat; [apply exp_pos|apply round_positive].
  - intros t _. apply ray_continuous.
Qed.
Lemma rays_below x : rays x <= bell x * (PI / 4).
Proof.
  rewrite <- rays_at_zero. unfold rays.
  apply Rle_trans with (RInt (fun t => scal (bell x) (ray 0 t)) 0 1);
    [|right; exact (RInt_scal (ray 0) 0 1 (bell x) (ray_integrable 0 0 1))].
  apply RInt_le; [lra|apply ray_integrable| |].
  - apply (ex_RInt_scal (V := R_NormedModule)). apply ray_integrable.
  - intros t _. unfold ray, scal. simpl. unfold mult. simpl.
    assert (H := round_positive t). simpl in H. unfold Rdiv. rewrite <- (Rmult_assoc (bell x)).
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, H|].
    unfold bell. rewrite <- exp_plus. assert (Q : - (x * (x * 1)) * (1 + t * (t * 1)) <= - x ^ 2 + - (0 * (0 * 1)) * (1 + t * (t * 1))).
    { assert (A := pow2_ge_0 x). assert (B := pow2_ge_0 t). simpl in *. nra. }
    destruct Q as [Q|Q]; [left; apply exp_increasing, Q|right; f_equal; exact Q].
Qed.
(* The square of 2 / sqrt PI times the area is one less four of the other integral over pi. *)
Lemma erfc_square x : (1 - erfc x) ^ 2 = 1 - 4 / PI * rays x.
Proof.
  destruct root_of_pi as [P Q]. assert (A := area_and_rays x). assert (0 < PI) by exact PI_RGT_0.
  unfold erfc. replace ((1 - (1 - 2 / sqrt PI * bell_area x)) ^ 2) with (4 / PI * bell_area x ^ 2).
  - replace (bell_area x ^ 2) with (PI / 4 - rays x) by lra. field. lra.
  - revert P Q. generalize (sqrt PI). intros r P <-. field. lra.
Qed.
Lemma erfc_positive x : 0 < erfc x.
Proof.
  assert (S := erfc_square x). assert (R := rays_positive x). assert (0 < PI) by exact PI_RGT_0.
  assert (0 < 4 / PI * rays x) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|exact R]). nra.
Qed.
Lemma erfc_below_two x : erfc x < 2.
Proof. assert (P := erfc_positive (- x)). rewrite erfc_odd in P. lra. Qed.
Lemma erfc_below_bell x : 0 <= x -> erfc x <= bell x.
Proof.
  intros P. assert (S := erfc_square x). assert (R := rays_below x). assert (0 < PI) by exact PI_RGT_0.
  assert (4 / PI * rays x <= bell x).
  { replace (bell x) with (4 / PI * (bell x * (PI / 4))) by (field; lra).
    apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat; lra|exact R]. }
  assert (F := erfc_falls 0 x P). rewrite erfc_zero in F. assert (Q := erfc_positive x). nra.
Qed.
Lemma erfc_near count x : 0 <= x -> exists rest, 0 <= rest <= exp (x ^ 2) /\
  erfc x = 1 - 2 / sqrt PI * (x * exp (- x ^ 2) * nested count 0 (2 * x ^ 2) rest).
Proof.
  intros [P|<-].
  - destruct (share_nested x P count 0) as (rest & W & E). exists rest. split; [exact W|].
    unfold erfc. rewrite bell_area_is, E by exact P. reflexivity.
  - exists 0. split; [split; [lra|apply Rlt_le, exp_pos]|]. rewrite erfc_zero. ring.
Qed.
