(* The bounds of Robbins for factorials: by Wallis's integrals, and the sum of what Stirling's
   approximation changes from one integer to the next. *)

(* --- Wallis: integrals of powers of sines ------------------------------------------------------- *)

Definition wallis (n : nat) : R := RInt (fun x => sin x ^ n) 0 (PI / 2).
Lemma wallis_exists n : ex_RInt (fun x => sin x ^ n) 0 (PI / 2).
Proof.
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
  apply (ex_derive_continuous (fun x => sin x ^ n)). auto_derive. trivial.
Qed.
Lemma wallis_step n : INR (S (S n)) * wallis (S (S n)) = INR (S n) * wallis n.
Proof.
  assert (H : is_RInt (fun x => INR (S (S n)) * sin x ^ (S (S n)) - INR (S n) * sin x ^ n) 0 (PI / 2)
    (minus (- cos (PI / 2) * sin (PI / 2) ^ S n) (- cos 0 * sin 0 ^ S n))).
  { apply (is_RInt_derive (fun x => - cos x * sin x ^ S n)).
    - intros x _. auto_derive; [trivial|].
      assert (K : cos x * cos x = 1 - sin x * sin x).
      { assert (K := sin2_cos2 x). unfold Rsqr in K. lra. }
      change (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)).
      rewrite !S_INR. cbn [pow Init.Nat.pred]. ring [K].
    - intros x _. apply (ex_derive_continuous (fun x => INR (S (S n)) * sin x ^ (S (S n)) - INR (S n) * sin x ^ n)).
      auto_derive. trivial. }
  assert (K : is_RInt (fun x => INR (S (S n)) * sin x ^ (S (S n)) - INR (S n) * sin x ^ n) 0 (PI / 2)
    (minus (scal (INR (S (S n))) (wallis (S (S n)))) (scal (INR (S n)) (wallis n)))).
  { apply (is_RInt_minus (V := R_NormedModule)); apply (is_RInt_scal (V := R_NormedModule));
      apply (RInt_correct (V := R_CompleteNormedModule)), wallis_exists. }
  assert (E := is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ H).
  rewrite (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ K) in E.
  rewrite cos_PI2, sin_0 in E. cbv [minus plus opp scal] in E. cbn -[INR wallis cos pow] in E.
  cbv [mult] in E. cbn -[INR wallis cos pow] in E.
  rewrite pow_i in E by lia. lra.
Qed.
Lemma wallis_falls n : wallis (S n) <= wallis n.
Proof.
  apply RInt_le; [assert (H := PI_RGT_0); lra|apply wallis_exists|apply wallis_exists|].
  intros x [L U]. assert (S0 := sin_gt_0 x L ltac:(lra)). assert (B := SIN_bound x).
  assert (P := pow_lt (sin x) n S0). cbn [pow]. nra.
Qed.
Lemma wallis_0 : wallis 0 = PI / 2.
Proof. unfold wallis. cbn [pow]. rewrite RInt_const. cbv [scal]. cbn. unfold mult. cbn. lra. Qed.
Lemma wallis_1 : wallis 1 = 1.
Proof.
  unfold wallis. rewrite (RInt_ext _ sin) by (intros; apply pow_1).
  apply is_RInt_unique. replace 1 with (- cos (PI / 2) + - - cos 0) by (rewrite cos_PI2, cos_0; ring).
  - refine (is_RInt_derive (fun x => - cos x) sin 0 (PI / 2) _ _).
    + intros x _. auto_derive; [trivial|ring].
    + intros x _. apply continuous_sin.
Qed.
Lemma wallis_product n : INR (S n) * (wallis n * wallis (S n)) = PI / 2.
Proof.
  induction n as [|n IH]; [rewrite wallis_0, wallis_1; cbn; ring|].
  rewrite <- IH. assert (H := wallis_step n).
  replace (INR (S (S n)) * (wallis (S n) * wallis (S (S n)))) with (wallis (S n) * (INR (S (S n)) * wallis (S (S n)))) by ring.
  rewrite H. ring.
Qed.
Lemma wallis_positive n : 0 < wallis n.
Proof.
  assert (H := PI_RGT_0).
  enough (0 < wallis n /\ 0 < wallis (S n)) by tauto.
  induction n as [|n [A B]]; [rewrite wallis_0, wallis_1; lra|]. split; [exact B|].
  assert (E := wallis_step n). assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
  assert (Q : 0 < INR (S (S n))) by (apply lt_0_INR; lia).
  apply Rmult_lt_reg_l with (1 := Q). rewrite E, Rmult_0_r. apply Rmult_lt_0_compat; assumption.
Qed.
(* c(n) = (2n)! / (4^n n!^2), with n! over the integers. *)
Definition central (n : nat) : R := INR (fact (2 * n)) / (4 ^ n * INR (fact n) ^ 2).
Lemma central_step n : central (S n) = central n * ((2 * INR n + 1) / (2 * INR n + 2)).
Proof.
  unfold central. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  rewrite !fact_simpl, !mult_INR, !S_INR, mult_INR. cbn [pow]. change (INR 2) with 2.
  assert (A := INR_fact_neq_0 n). assert (B := INR_fact_neq_0 (2 * n)). assert (C := pos_INR n).
  field. repeat split; try assumption; try lra; apply pow_nonzero; lra.
Qed.
Lemma wallis_central n : wallis (2 * n) = central n * (PI / 2).
Proof.
  induction n as [|n IH].
  - change (2 * 0)%nat with 0%nat. rewrite wallis_0. unfold central. cbn. field.
  - rewrite central_step. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
    assert (H := wallis_step (2 * n)). rewrite IH in H. rewrite !S_INR, mult_INR in H.
    change (INR 2) with 2 in H. assert (C := pos_INR n).
    replace (wallis (S (S (2 * n)))) with ((2 * INR n + 1) * (central n * (PI / 2)) / (2 * INR n + 2)).
    + field. lra.
    + apply Rmult_eq_reg_l with (2 * INR n + 2); [|lra]. rewrite <- Rmult_assoc || idtac.
      transitivity ((2 * INR n + 1) * (central n * (PI / 2))); [field; lra|]. lra.
Qed.
Lemma central_positive n : 0 < central n.
Proof.
  unfold central. apply Rdiv_lt_0_compat; [apply INR_fact_lt_0|].
  apply Rmult_lt_0_compat; apply pow_lt; [lra|apply INR_fact_lt_0].
Qed.
Lemma central_above n : 2 <= central n ^ 2 * (PI * (2 * INR n + 1)).
Proof.
  assert (P := wallis_product (2 * n)). assert (F := wallis_falls (2 * n)).
  assert (A := wallis_positive (2 * n)). rewrite S_INR, mult_INR in P. change (INR 2) with 2 in P.
  assert (C := pos_INR n). assert (H := PI_RGT_0).
  assert (K : wallis (2 * n) * wallis (S (2 * n)) <= wallis (2 * n) * wallis (2 * n)) by nra.
  assert (L : PI / 2 <= (2 * INR n + 1) * (wallis (2 * n) * wallis (2 * n))).
  { rewrite <- P. apply Rmult_le_compat_l; lra. }
  rewrite wallis_central in L. apply Rmult_le_reg_l with (PI / 4); [lra|]. 
  replace (PI / 4 * (central n ^ 2 * (PI * (2 * INR n + 1)))) with ((2 * INR n + 1) * (central n * (PI / 2) * (central n * (PI / 2)))) by field. lra.
Qed.
Lemma central_below n : (0 < n)%nat -> central n ^ 2 * (PI * INR n) <= 1.
Proof.
  intros N. destruct n as [|n]; [lia|].
  assert (P := wallis_product (S (2 * n))). assert (F := wallis_falls (S (2 * n))).
  replace (S (S (2 * n))) with (2 * S n)%nat in * by lia.
  assert (A := wallis_positive (2 * S n)). rewrite mult_INR in P. change (INR 2) with 2 in P.
  assert (C := lt_0_INR (S n) ltac:(lia)). assert (H := PI_RGT_0).
  assert (L : 2 * INR (S n) * (wallis (2 * S n) * wallis (2 * S n)) <= PI / 2).
  { rewrite <- P. apply Rmult_le_compat_l; [lra|]. nra. }
  rewrite wallis_central in L. apply Rmult_le_reg_l with (PI ^ 1 / 2); [lra|].
  replace (PI ^ 1 / 2 * (central (S n) ^ 2 * (PI * INR (S n)))) with (2 * INR (S n) * (central (S n) * (PI / 2) * (central (S n) * (PI / 2)))) by field. lra.
Qed.

(* --- Stirling's series, cut off after one term -------------------------------------------------- *)

Lemma from_zero_rising (f f' : R -> R) t :
  0 < t -> (forall x, 0 <= x <= t -> is_derive f x (f' x)) -> (forall x, 0 < x < t -> 0 < f' x) ->
  f 0 < f t.
Proof.
  intros T D P. destruct (MVT_cor2 f f' 0 t T) as (c & E & C).
  - intros c C. apply is_derive_Reals, D, C.
  - specialize (P c C). nra.
Qed.
Lemma half_logarithm_above t : 0 < t < 1 -> t + t ^ 3 / 3 < (ln (1 + t) - ln (1 - t)) / 2.
Proof.
  intros [A B].
  assert (H := from_zero_rising (fun x => (ln (1 + x) - ln (1 - x)) / 2 - (x + x ^ 3 / 3))
    (fun x => x ^ 4 / (1 - x ^ 2)) t A). cbv beta in H.
  replace (1 + 0) with 1 in H by ring. replace (1 - 0) with 1 in H by ring.
  rewrite ln_1 in H. enough (0 < (ln (1 + t) - ln (1 - t)) / 2 - (t + t ^ 3 / 3)) by lra.
  replace 0 with ((0 - 0) / 2 - (0 + 0 ^ 3 / 3)) by field. apply H.
  - intros x X. auto_derive; [repeat split; lra|]. field. repeat split; nra.
  - intros x X. apply Rdiv_lt_0_compat; [apply pow_lt; lra|nra].
Qed.
Lemma half_logarithm_below t :
  0 < t < 1 -> (ln (1 + t) - ln (1 - t)) / 2 < t + t ^ 3 / (3 * (1 - t ^ 2)).
Proof.
  intros [A B].
  assert (H := from_zero_rising (fun x => x + x ^ 3 / (3 * (1 - x ^ 2)) - (ln (1 + x) - ln (1 - x)) / 2)
    (fun x => 2 * x ^ 4 / (3 * (1 - x ^ 2) ^ 2)) t A). cbv beta in H.
  replace (1 + 0) with 1 in H by ring. replace (1 - 0) with 1 in H by ring.
  rewrite ln_1 in H.
  enough (0 < t + t ^ 3 / (3 * (1 - t ^ 2)) - (ln (1 + t) - ln (1 - t)) / 2) by lra.
  replace 0 with (0 + 0 ^ 3 / (3 * (1 - 0 ^ 2)) - (0 - 0) / 2) by field. apply H.
  - intros x X. assert (x * x < 1) by nra. auto_derive; [repeat split; nra|]. field. repeat split; nra.
  - intros x X. assert (x * x < 1) by nra.
    apply Rdiv_lt_0_compat; [assert (0 < x ^ 4) by (apply pow_lt; lra); lra|].
    assert (0 < (1 - x ^ 2) ^ 2) by (apply pow_lt; nra). lra.
Qed.

(* ln n! = (n + 1/2) ln n - n + excess n. *)
Definition excess (n : nat) : R := ln (INR (fact n)) - (INR n + 1 / 2) * ln (INR n) + INR n.
Lemma half_logarithm x :
  0 < x -> (ln (1 + 1 / (2 * x + 1)) - ln (1 - 1 / (2 * x + 1))) / 2 = (ln (x + 1) - ln x) / 2.
Proof.
  intros X. replace (1 + 1 / (2 * x + 1)) with (2 / (2 * x + 1) * (x + 1)) by (field; lra).
  replace (1 - 1 / (2 * x + 1)) with (2 / (2 * x + 1) * x) by (field; lra).
  assert (0 < 2 / (2 * x + 1)) by (apply Rdiv_lt_0_compat; lra).
  rewrite !ln_mult by lra. lra.
Qed.
Lemma excess_step n : (0 < n)%nat ->
  excess n - excess (S n) = (INR n + 1 / 2) * (ln (INR n + 1) - ln (INR n)) - 1.
Proof.
  intros N. apply lt_0_INR in N. unfold excess. rewrite fact_simpl, mult_INR, S_INR.
  rewrite ln_mult by (try apply INR_fact_lt_0; lra). ring.
Qed.
Lemma step_bounds n : (0 < n)%nat ->
  1 / (12 * INR n + 1) - 1 / (12 * INR n + 13) < excess n - excess (S n) /\
  excess n - excess (S n) < 1 / (12 * INR n) - 1 / (12 * (INR n + 1)).
Proof.
  intros N. rewrite excess_step by exact N. apply (le_INR 1) in N. change (INR 1) with 1 in N.
  set (x := INR n) in *. clearbody x. assert (H := half_logarithm x ltac:(lra)).
  assert (T : 0 < 1 / (2 * x + 1) < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (2 * x + 1); [lra|].
    replace (1 / (2 * x + 1) * (2 * x + 1)) with 1 by (field; lra). lra. }
  assert (A := half_logarithm_above _ T). assert (B := half_logarithm_below _ T).
  rewrite H in A, B. set (d := ln (x + 1) - ln x) in *. clearbody d.
  assert (E : (x + 1 / 2) * d = (2 * x + 1) * (d / 2)) by field. rewrite E. split.
  - apply Rlt_trans with (1 / (3 * (2 * x + 1) ^ 2)).
    + enough (0 < 1 / (3 * (2 * x + 1) ^ 2) - (1 / (12 * x + 1) - 1 / (12 * x + 13))) by lra.
      replace (1 / (3 * (2 * x + 1) ^ 2) - (1 / (12 * x + 1) - 1 / (12 * x + 13)))
        with ((24 * x - 23) / (3 * (2 * x + 1) ^ 2 * ((12 * x + 1) * (12 * x + 13)))).
      * apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [nra|nra].
      * field. repeat split; lra.
    + apply (Rmult_lt_compat_l (2 * x + 1)) in A; [|lra].
      replace ((2 * x + 1) * (1 / (2 * x + 1) + (1 / (2 * x + 1)) ^ 3 / 3))
        with (1 + 1 / (3 * (2 * x + 1) ^ 2)) in A by (field; lra). lra.
  - apply (Rmult_lt_compat_l (2 * x + 1)) in B; [|lra].
    replace ((2 * x + 1) * (1 / (2 * x + 1) + (1 / (2 * x + 1)) ^ 3 / (3 * (1 - (1 / (2 * x + 1)) ^ 2))))
      with (1 + (1 / (12 * x) - 1 / (12 * (x + 1)))) in B by (field; repeat split; nra). lra.
Qed.

Definition limit_of_excess : R := (ln 2 + ln PI) / 2.
Lemma central_excess n : (0 < n)%nat ->
  ln (central n) = excess (2 * n) - 2 * excess n + ln 2 / 2 - ln (INR n) / 2.
Proof.
  intros N. apply lt_0_INR in N. unfold central, excess. rewrite mult_INR. change (INR 2) with 2.
  assert (A := INR_fact_lt_0 n). assert (B := INR_fact_lt_0 (2 * n)).
  unfold Rdiv at 1. rewrite ln_mult, ln_Rinv, (ln_mult (4 ^ n)), (ln_mult 2).
  - replace 4 with (2 ^ 2) by ring. rewrite <- pow_mult, !ln_pow by lra.
    rewrite mult_INR. change (INR 2) with 2. field.
  - lra.
  - exact N.
  - apply pow_lt. lra.
  - apply pow_lt, A.
  - apply Rmult_lt_0_compat; apply pow_lt; lra.
  - exact B.
  - apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply pow_lt; lra.
Qed.
Lemma twice_excess_above n : (0 < n)%nat -> limit_of_excess <= 2 * excess n - excess (2 * n).
Proof.
  intros N. assert (H := central_below n N). assert (E := central_excess n N).
  assert (P := PI_RGT_0). assert (C := central_positive n). apply lt_0_INR in N.
  apply ln_le' in H; [|apply Rmult_lt_0_compat; [apply pow_lt, C|apply Rmult_lt_0_compat; assumption]].
  rewrite ln_1, ln_mult, ln_mult, ln_pow in H; try assumption;
    [|apply pow_lt, C|apply Rmult_lt_0_compat; assumption].
  change (INR 2) with 2 in H. unfold limit_of_excess. lra.
Qed.
Lemma ln_one_more x : 0 < x -> ln (2 * x + 1) <= ln 2 + ln x + 1 / (2 * x).
Proof.
  intros X. replace (2 * x + 1) with (2 * x * (1 + 1 / (2 * x))) by (field; lra).
  assert (0 < 1 / (2 * x)) by (apply Rdiv_lt_0_compat; lra).
  rewrite !ln_mult by lra. enough (ln (1 + 1 / (2 * x)) <= 1 / (2 * x)) by lra.
  rewrite <- (ln_exp (1 / (2 * x))) at 2. apply ln_le'; [lra|]. left. apply exp_ineq1. lra.
Qed.
Lemma twice_excess_below n : (0 < n)%nat ->
  2 * excess n - excess (2 * n) <= limit_of_excess + 1 / (4 * INR n).
Proof.
  intros N. assert (H := central_above n). assert (E := central_excess n N).
  assert (P := PI_RGT_0). assert (C := central_positive n). apply lt_0_INR in N.
  assert (K := ln_one_more (INR n) N).
  apply ln_le' in H; [|lra].
  rewrite ln_mult, ln_mult, ln_pow in H; try assumption; try lra;
    [|apply pow_lt, C|apply Rmult_lt_0_compat; lra].
  change (INR 2) with 2 in H. unfold limit_of_excess.
  replace (1 / (4 * INR n)) with (1 / (2 * INR n) / 2) by (field; lra). lra.
Qed.
Lemma along (f : nat -> R) :
  (forall n, (0 < n)%nat -> f n <= f (S n)) -> forall n k, (0 < n)%nat -> f n <= f (n + k)%nat.
Proof.
  intros H n k N. induction k as [|k IH]; [rewrite Nat.add_0_r; lra|].
  apply Rle_trans with (1 := IH). replace (n + S k)%nat with (S (n + k)) by lia. apply H. lia.
Qed.
Lemma excess_falls n k : (0 < n)%nat -> excess (n + k) <= excess n.
Proof.
  intros N. apply Ropp_le_cancel. apply (along (fun n => - excess n)); [|exact N].
  intros m M. destruct (step_bounds m M) as [A _]. apply (le_INR 1) in M. change (INR 1) with 1 in M.
  enough (1 / (12 * INR m + 13) < 1 / (12 * INR m + 1)) by lra.
  unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_lt_contravar; [nra|lra].
Qed.
Definition over (n : nat) : R := - excess n + 1 / (12 * INR n + 1).
Definition under (n : nat) : R := excess n - 1 / (12 * INR n).
Lemma over_step n : (0 < n)%nat -> over n < over (S n).
Proof.
  intros N. destruct (step_bounds n N) as [A _]. unfold over. rewrite S_INR.
  replace (12 * (INR n + 1) + 1) with (12 * INR n + 13) by ring. lra.
Qed.
Lemma under_step n : (0 < n)%nat -> under n < under (S n).
Proof. intros N. destruct (step_bounds n N) as [_ B]. unfold under. rewrite S_INR. lra. Qed.
Lemma small_enough (d : R) : 0 < d -> exists k, 1 / (4 * INR (S k)) < d.
Proof.
  intros D. destruct (archimed (1 / d)) as [K _].
  assert (W : 0 < 1 / d) by (apply Rdiv_lt_0_compat; lra).
  assert (Q : (0 <= up (1 / d))%Z) by (apply le_IZR; lra). set (k := Z.to_nat (up (1 / d))).
  assert (I : INR k = IZR (up (1 / d))) by (unfold k; rewrite INR_IZR_INZ, Z2Nat.id by exact Q; reflexivity).
  rewrite <- I in K. clearbody k. clear Q I. exists k. rewrite S_INR.
  assert (0 < 1 / d) by (apply Rdiv_lt_0_compat; lra).
  apply Rmult_lt_reg_r with (4 * (INR k + 1) * (1 / d)); [nra|].
  replace (1 / (4 * (INR k + 1)) * (4 * (INR k + 1) * (1 / d))) with (1 / d) by (field; lra).
  replace (d * (4 * (INR k + 1) * (1 / d))) with (4 * (INR k + 1)) by (field; lra). lra.
Qed.
Lemma never_beyond (f : nat -> R) (l : R) :
  (forall n, (0 < n)%nat -> f n < f (S n)) -> (forall m, (0 < m)%nat -> f m <= l + 1 / (4 * INR m)) ->
  forall n, (0 < n)%nat -> f n < l.
Proof.
  intros H B n N. apply Rlt_le_trans with (1 := H n N). apply Rnot_lt_le. intros K.
  destruct (small_enough (f (S n) - l) ltac:(lra)) as [k S].
  assert (U := along f (fun m M => Rlt_le _ _ (H m M)) (Datatypes.S n) k ltac:(lia)).
  assert (V := B (Datatypes.S n + k)%nat ltac:(lia)).
  enough (1 / (4 * INR (Datatypes.S n + k)) <= 1 / (4 * INR (Datatypes.S k))) by lra.
  assert (P := lt_0_INR (Datatypes.S k) ltac:(lia)).
  unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; [lra|].
  apply Rmult_le_compat_l; [lra|]. apply le_INR. lia.
Qed.
Lemma excess_above n : (0 < n)%nat -> limit_of_excess + 1 / (12 * INR n + 1) < excess n.
Proof.
  intros N. enough (over n < - limit_of_excess) by (unfold over in *; lra).
  apply never_beyond; [exact over_step| |exact N]. intros m M. unfold over.
  assert (A := twice_excess_above m M).
  assert (K : excess m - excess (2 * m) <= 1 / (24 * INR m)).
  { assert (U := along under (fun m M => Rlt_le _ _ (under_step m M)) m m M).
    replace (m + m)%nat with (2 * m)%nat in U by lia. unfold under in U. rewrite mult_INR in U.
    change (INR 2) with 2 in U. apply lt_0_INR in M.
    replace (1 / (24 * INR m)) with (1 / (12 * INR m) - 1 / (12 * (2 * INR m))) by (field; lra). lra. }
  apply lt_0_INR in M.
  enough (1 / (12 * INR m + 1) + 1 / (24 * INR m) <= 1 / (4 * INR m)) by lra.
  apply Rle_trans with (1 / (12 * INR m) + 1 / (24 * INR m)).
  - apply Rplus_le_compat_r. unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; lra.
  - replace (1 / (12 * INR m) + 1 / (24 * INR m)) with (1 / (8 * INR m)) by (field; lra).
    unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; lra.
Qed.
Lemma excess_below n : (0 < n)%nat -> excess n < limit_of_excess + 1 / (12 * INR n).
Proof.
  intros N. enough (under n < limit_of_excess) by (unfold under in *; lra).
  apply never_beyond; [exact under_step| |exact N]. intros m M.
  assert (A := twice_excess_below m M). assert (F := excess_falls m m M).
  replace (m + m)%nat with (2 * m)%nat in F by lia.
  apply lt_0_INR in M. unfold under. assert (0 < 1 / (12 * INR m)) by (apply Rdiv_lt_0_compat; lra). lra.
Qed.

(* The bounds of Robbins (1955). *)
Lemma product_is_fact n : IZR (product_to n) = INR (fact n).
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [product_to].
  rewrite mult_IZR, IH, fact_simpl, mult_INR, <- INR_IZR_INZ. reflexivity.
Qed.
Lemma robbins_form n w :
  0 < n ->
  sqrt (2 * PI * n) * power (n / exp 1) n * exp w =
  exp (limit_of_excess + w + ((n + 1 / 2) * ln n - n)).
Proof.
  intros N. assert (P := PI_RGT_0). assert (Q := exp_pos 1).
  assert (0 < 2 * PI * n) by (apply Rmult_lt_0_compat; lra).
  rewrite power_is by (apply Rdiv_lt_0_compat; lra). unfold Rpower.
  rewrite <- (Rpower_sqrt (2 * PI * n)) by assumption. unfold Rpower.
  rewrite <- !exp_plus. f_equal. unfold limit_of_excess, Rdiv.
  rewrite !ln_mult, ln_Rinv, ln_exp by
    (first [lra | apply Rinv_0_lt_compat; lra | apply Rmult_lt_0_compat; lra]). field.
Qed.
Lemma robbins n :
  whole n -> 0 <= n + - (1) ->
  0 < factorial n + - (sqrt (2 * PI * n) * power (n / exp 1) n * exp (1 / (12 * n + 1))) /\
  0 < sqrt (2 * PI * n) * power (n / exp 1) n * exp (1 / (12 * n)) + - factorial n.
Proof.
  intros [z ->] L. assert (K : (1 <= z)%Z) by (apply le_IZR; lra).
  rewrite !robbins_form by lra. unfold factorial. rewrite floor_of_whole, product_is_fact.
  assert (E : IZR z = INR (Z.to_nat z)) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (N : (0 < Z.to_nat z)%nat) by lia. rewrite E. set (m := Z.to_nat z) in *.
  assert (F : INR (fact m) = exp (excess m + ((INR m + 1 / 2) * ln (INR m) - INR m))).
  { rewrite <- (exp_ln (INR (fact m))) by apply INR_fact_lt_0. f_equal. unfold excess. ring. }
  rewrite F. assert (A := excess_above m N). assert (B := excess_below m N).
  split; apply Rlt_Rminus; apply exp_increasing; lra.
Qed.

Ltac robbins_condition :=
  first
  [ assumption | lra | nonzero
  | apply Rlt_le, Rmult_lt_0_compat; [assert (X := PI_RGT_0); lra | lra]
  | apply Rdiv_lt_0_compat; [lra | apply exp_pos] ].
