(* One lemma and one tactic for each rule of the checker. *)

(* --- tactics ---------------------------------------------------------------------------------- *)

Ltac values_of H :=
  cbn [ev df rel nth quotient Z.opp Z.of_nat Pos.of_succ_nat Pos.succ] in H.
Ltac open_parts := repeat match goal with H : _ /\ _ |- _ => destruct H end.
(* Where a power has a value: its base is positive, or zero under a positive exponent. *)
Definition powered (x y : R) : Prop := 0 < x \/ (x = 0 /\ 0 < y).
Lemma powered_of x y : 0 <= x -> 0 < y -> powered x y.
Proof. intros [X|<-] Y; [left; exact X|right; split; [reflexivity|exact Y]]. Qed.
Ltac power_condition :=
  lazymatch goal with |- powered _ _ =>
    first [left; assumption | left; lra | apply powered_of; first [assumption | lra]] end.
Ltac side_condition := first [assumption | exact I | power_condition | lra].
(* The conditions of a claim, all of which are known by now; what is left is its relation. *)
Ltac conditions :=
  lazymatch goal with
  | |- _ /\ _ => split; [side_condition | conditions]
  | |- True => exact I
  | |- _ => idtac
  end.

Ltac within_ranges := cbn [in_box from_low to_high quotient]; repeat split; first [assumption | lra].
Ltac enclose_at p box env t k :=
  let H := fresh "H" in
  assert (H : df env t /\ rel k (ev env t));
  [ apply (enclosure p box env t k); [within_ranges | vm_compute; reflexivity]
  | values_of H; open_parts; conditions; try assumption ].
Ltac enclose p box env t k := enclose_at p box env t k.

(* A fraction is zero where its numerator is. *)
Ltac numerator_vanishes :=
  solve
  [ field_simplify_eq;
    [ nra | repeat split; first [assumption | apply Rgt_not_eq; assumption | apply pow_nonzero; lra] ] ].
Lemma ln_at_most_0 x : 0 < x -> x <= 1 -> ln x <= 0.
Proof. intros A B. rewrite <- ln_1. destruct B as [B | ->]; [left; apply ln_increasing; assumption | right; reflexivity]. Qed.
Lemma below_times_ln c x : c <= 0 -> 0 < x -> x <= 1 -> 0 <= c * ln x.
Proof. intros C A B. assert (L := ln_at_most_0 x A B). nra. Qed.
(* What is seen of a form alone; the products of all hypotheses, which nra forms, come later. *)
Ltac plainly_positive :=
  first
  [ assumption
  | lra
  | lazymatch goal with
    | |- 0 < PI => exact PI_RGT_0
    | |- 0 < exp _ => apply exp_pos
    | |- 0 < _ * _ => apply Rmult_lt_0_compat; plainly_positive
    | |- 0 < _ / _ => apply Rdiv_lt_0_compat; plainly_positive
    | |- 0 < / _ => apply Rinv_0_lt_compat; plainly_positive
    | |- 0 < _ ^ _ => apply pow_lt; plainly_positive
    | |- 0 < _ + _ =>
      first [ apply Rplus_lt_le_0_compat; [plainly_positive | plainly_not_negative]
            | apply Rplus_le_lt_0_compat; [plainly_not_negative | plainly_positive] ]
    end ]
with plainly_not_negative :=
  first
  [ assumption
  | lra
  | lazymatch goal with
    | |- 0 <= exp _ => apply Rlt_le, exp_pos
    | |- 0 <= sqrt _ => apply sqrt_pos
    | |- 0 <= _ ^ 2 => apply pow2_ge_0
    | |- 0 <= _ ^ _ => apply pow_le; plainly_not_negative
    | |- 0 <= _ * ln _ => first [apply below_times_ln; lra | apply Rmult_le_pos; plainly_not_negative]
    | |- 0 <= _ * _ => apply Rmult_le_pos; plainly_not_negative
    | |- 0 <= _ / _ => apply Rdiv_le_0_compat; [plainly_not_negative | plainly_positive]
    | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; plainly_positive
    | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; plainly_not_negative
    end ].
Ltac nonzero :=
  first
  [ assumption
  | apply Rgt_not_eq; assumption
  | apply Rlt_not_eq; assumption
  | apply Rgt_not_eq, exp_pos
  | lra
  | apply pow_nonzero; nonzero
  | apply Rinv_neq_0_compat; nonzero
  | apply Rmult_integral_contrapositive_currified; nonzero
  | solve [apply Rgt_not_eq, Rlt_gt; plainly_positive]
  | match goal with
    | H : ?a <> 0 |- ?b <> 0 => intros ?E; apply H; solve [lra | rewrite <- E; ring | rewrite <- E; field; repeat split; assumption]
    | H : 0 < ?a |- ?b <> 0 => apply Rgt_not_eq, Rlt_gt; solve [replace b with a by ring; assumption]
    end
  | match goal with H : ?a <> 0 |- ?b <> 0 => intros ?E; apply H; nra end
  | nra
  | match goal with
    | H : ?a <> 0 |- ?b <> 0 => intros ?E; apply H; numerator_vanishes
    | H : 0 < ?a |- ?b <> 0 => intros ?E; apply (Rgt_not_eq _ _ H); numerator_vanishes
    end ].
Ltac all_nonzero := repeat split; nonzero.

(* Sines and cosines of sums are taken apart; of what is left, squares of sines are 1 - cos^2. *)
Lemma sine_squared a : sin a ^ 2 = 1 - cos a ^ 2.
Proof. assert (K := sin2_cos2 a). unfold Rsqr in K. simpl. lra. Qed.
Lemma turn_less n a : IZR n * a = IZR (Z.pred n) * a + a.
Proof. unfold Z.pred. rewrite plus_IZR. ring. Qed.
Ltac less_often n a :=
  let m := eval compute in (Z.pred n) in
  replace (IZR n * a) with (IZR m * a + a) by (symmetry; exact (turn_less n a)).
Ltac take_apart :=
  repeat match goal with
  | |- context [sin (IZR (Zpos ?n) * ?a)] => less_often (Zpos n) a
  | |- context [cos (IZR (Zpos ?n) * ?a)] => less_often (Zpos n) a
  | _ => progress rewrite ?sin_plus, ?cos_plus, ?sin_neg, ?cos_neg, ?Rmult_0_l, ?Rmult_1_r, ?sin_0, ?cos_0,
           ?atan_0, ?sin_PI, ?cos_PI, ?sin_PI2, ?cos_PI2
  end.
Ltac square_sines :=
  repeat match goal with
  | |- context [sin ?a] =>
    lazymatch goal with
    | _ : sin a ^ 2 = _ |- _ => fail
    | _ => assert (sin a ^ 2 = 1 - cos a ^ 2) by exact (sine_squared a)
    end
  end.
Lemma root_of_tangent u : sqrt (1 + u²) <> 0.
Proof. apply Rgt_not_eq, sqrt_lt_R0. assert (H := Rle_0_sqr u). lra. Qed.
Lemma sine_of_arctangent u : sin (atan u) = u / sqrt (1 + u²).
Proof. apply sin_atan. Qed.
Lemma cosine_of_arctangent u : cos (atan u) = 1 / sqrt (1 + u²).
Proof. apply cos_atan. Qed.
Ltac arctangents :=
  rewrite ?sine_of_arctangent, ?cosine_of_arctangent;
  repeat match goal with
  | |- context [sqrt (1 + ?u²)] =>
    let r := fresh "r" in let N := fresh "N" in
    assert (N := root_of_tangent u); set (r := sqrt (1 + u²)) in *; clearbody r
  end.
Ltac same_angles :=
  repeat match goal with
  | |- context [sin ?a] => match goal with |- context [sin ?b] =>
      assert_fails (constr_eq a b); replace (sin b) with (sin a) by (apply f_equal; field) end
  | |- context [cos ?a] => match goal with |- context [cos ?b] =>
      assert_fails (constr_eq a b); replace (cos b) with (cos a) by (apply f_equal; field) end
  end.
Ltac turning :=
  match goal with |- context [sin _] => idtac | |- context [cos _] => idtac | |- context [atan _] => idtac end;
  try solve [progress same_angles; first [ring | field; all_nonzero]];
  take_apart; square_sines;
  first [ring | field; all_nonzero | match goal with
    | K : sin _ ^ 2 = _, L : sin _ ^ 2 = _ |- _ => first [ring [K L] | field [K L]; all_nonzero]
    | K : sin _ ^ 2 = _ |- _ => first [ring [K] | field [K]; all_nonzero]
    end | progress arctangents; field; all_nonzero].
Ltac equal := solve [reflexivity | ring | field; all_nonzero | lra | turning].

(* A point lies in a range: by one or two hypotheses, which is shorter than to look at all. *)
Ltac in_between :=
  match goal with
  | H : ?x < ?y |- ?x <= ?y => exact (Rlt_le _ _ H)
  | H : ?x < ?y, K : ?y <= ?z |- ?x < ?z => exact (Rlt_le_trans _ _ _ H K)
  | H : ?x < ?y, K : ?y < ?z |- ?x < ?z => exact (Rlt_trans _ _ _ H K)
  | H : ?x <= ?y, K : ?y < ?z |- ?x < ?z => exact (Rle_lt_trans _ _ _ H K)
  | H : ?x < ?y, K : ?y <= ?z |- ?x <= ?z => exact (Rlt_le _ _ (Rlt_le_trans _ _ _ H K))
  | H : ?x < ?y, K : ?y < ?z |- ?x <= ?z => exact (Rlt_le _ _ (Rlt_trans _ _ _ H K))
  | H : ?x <= ?y, K : ?y < ?z |- ?x <= ?z => exact (Rlt_le _ _ (Rle_lt_trans _ _ _ H K))
  | H : ?x <= ?y, K : ?y <= ?z |- ?x <= ?z => exact (Rle_trans _ _ _ H K)
  end.
Ltac premises K :=
  repeat match type of K with
  | ?A -> ?B => let P := fresh in
      assert (P : A)
        by (lazymatch goal with
            | |- _ /\ _ => first [assumption | conditions; first [assumption | in_between | lra]]
            | _ => first [assumption | in_between | lra]
            end);
      specialize (K P); clear P
  end.
Ltac use K := premises K; open_parts.

(* --- logic -------------------------------------------------------------------------------------- *)

Lemma ge_of_zero t : t = 0 -> 0 <= t.
Proof. lra. Qed.
Lemma same_ge s t : s + - t = 0 -> 0 <= s -> 0 <= t.
Proof. lra. Qed.
Lemma same_gt s t : s + - t = 0 -> 0 < s -> 0 < t.
Proof. lra. Qed.
Lemma same_ne s t : s + - t = 0 -> s <> 0 -> t <> 0.
Proof. lra. Qed.
Lemma same_eq s t : s + - t = 0 -> s = 0 -> t = 0.
Proof. lra. Qed.
Ltac by_fact Z F :=
  conditions;
  first
  [ exact I
  | exact (same_ge _ _ Z F) | exact (same_gt _ _ Z F) | exact (same_ne _ _ Z F) | exact (same_eq _ _ Z F)
  | exact (same_ge _ _ Z (Rlt_le _ _ F)) | exact (same_ge _ _ Z (ge_of_zero _ F))
  | exact (same_ne _ _ Z (Rgt_not_eq _ _ F)) ].
Lemma no_difference t : t + - t = 0.
Proof. ring. Qed.
Lemma ne_of_negative t : 0 < - t -> t <> 0.
Proof. lra. Qed.
Ltac by_sign H := conditions; first [exact (Rgt_not_eq _ _ H) | exact (ne_of_negative _ H)].
Lemma eq_of_both t : 0 <= t -> 0 <= - t -> t = 0.
Proof. lra. Qed.
Lemma turn_ge t : 0 < PI + t -> 0 <= sin t -> 0 <= t.
Proof. intros L S. apply Rnot_lt_le. intros H. assert (sin t < 0) by (apply sin_lt_0_var; lra). lra. Qed.
Lemma turn_gt t : 0 < PI + t -> 0 < sin t -> 0 < t.
Proof.
  intros L S. destruct (turn_ge t L (Rlt_le _ _ S)) as [H|<-]; [exact H|]. rewrite sin_0 in S. lra.
Qed.
Lemma turn_eq t : 0 < PI + t -> 0 < PI + - t -> sin t = 0 -> t = 0.
Proof.
  intros L U S. apply Rle_antisym; [|apply turn_ge; lra].
  enough (0 <= - t) by lra. apply turn_ge; [lra|]. rewrite sin_neg. lra.
Qed.
Ltac vanishing :=
  match goal with |- _ <= ?t => let H := fresh "H" in assert (H : t = 0) by equal; rewrite H; lra | |- _ = _ => equal end.
Ltac numbers := repeat split; first [lra | vanishing].
Ltac by_turn L U S :=
  conditions; first [exact (turn_ge _ L S) | exact (turn_gt _ L S) | exact (turn_eq _ L U S)].
Ltac by_zero Z := conditions; first [exact Z | exact (ge_of_zero _ Z)].
Ltac fails F X := exfalso; first [lra | exact (F X)].
Ltac relation := conditions; first [assumption | exact I].

Lemma parts_mul_ge a b : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. apply Rmult_le_pos. Qed.
Lemma parts_mul_gt a b : 0 < a -> 0 < b -> 0 < a * b.
Proof. apply Rmult_lt_0_compat. Qed.
Lemma parts_add_ge a b : 0 <= a -> 0 <= b -> 0 <= a + b.
Proof. lra. Qed.
Lemma parts_add_gt a b : 0 < a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.
Lemma parts_div_ge a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros A B. apply Rmult_le_pos; [exact A|]. apply Rlt_le, Rinv_0_lt_compat, B. Qed.
Lemma parts_div_gt a b : 0 < a -> 0 < b -> 0 < a / b.
Proof. apply Rdiv_lt_0_compat. Qed.
Lemma parts_pow a n : 0 < a -> 0 < a ^ n.
Proof. intros H. apply pow_lt, H. Qed.
Lemma parts_inv_pow a n : 0 < a -> 0 < / (a ^ n).
Proof. intros H. apply Rinv_0_lt_compat, pow_lt, H. Qed.
Lemma parts_power a b : 0 < a -> 0 < power a b.
Proof. intros H. rewrite power_is by exact H. apply exp_pos. Qed.
Lemma parts_ln_gt a : 0 < a + - 1 -> 0 < ln a.
Proof. intros H. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Lemma parts_ln_ge a : 0 <= a + - 1 -> 0 <= ln a.
Proof. intros H. rewrite <- ln_1. apply ln_le'; lra. Qed.
Lemma parts_sin_ge a : 0 <= a + 0 -> 0 <= PI + - (a + 0) -> 0 <= sin a.
Proof. intros L H. apply sin_ge_0; lra. Qed.
Lemma parts_sin_gt a : 0 < a + 0 -> 0 < PI + - (a + 0) -> 0 < sin a.
Proof. intros L H. apply sin_gt_0; lra. Qed.
Lemma parts_cos_ge a : 0 <= a + PI / 2 -> 0 <= PI + - (a + PI / 2) -> 0 <= cos a.
Proof. intros L H. apply cos_ge_0; lra. Qed.
Lemma parts_cos_gt a : 0 < a + PI / 2 -> 0 < PI + - (a + PI / 2) -> 0 < cos a.
Proof. intros L H. apply cos_gt_0; lra. Qed.
Lemma parts_atan_ge a : 0 <= a -> 0 <= atan a.
Proof. intros H. rewrite <- atan_0. apply atan_le, H. Qed.
Lemma parts_atan_gt a : 0 < a -> 0 < atan a.
Proof. intros H. rewrite <- atan_0. apply atan_increasing, H. Qed.
Ltac parts_positive :=
  first
  [ assumption
  | lazymatch goal with
    | |- 0 <= _ * _ => apply parts_mul_ge
    | |- 0 < _ * _ => apply parts_mul_gt
    | |- 0 <= _ + _ => apply parts_add_ge
    | |- 0 < _ + _ => apply parts_add_gt
    | |- 0 <= _ / _ => apply parts_div_ge
    | |- 0 < _ / _ => apply parts_div_gt
    | |- 0 < _ ^ _ => apply parts_pow
    | |- 0 < / (_ ^ _) => apply parts_inv_pow
    | |- 0 < power _ _ => apply parts_power
    | |- 0 < sqrt _ => apply sqrt_lt_R0
    | |- 0 <= sqrt _ => apply sqrt_pos
    | |- 0 < exp _ => apply exp_pos
    | |- 0 <= ln _ => apply parts_ln_ge
    | |- 0 < ln _ => apply parts_ln_gt
    | |- 0 <= sin _ => apply parts_sin_ge
    | |- 0 < sin _ => apply parts_sin_gt
    | |- 0 <= cos _ => apply parts_cos_ge
    | |- 0 < cos _ => apply parts_cos_gt
    | |- 0 <= atan _ => apply parts_atan_ge
    | |- 0 < atan _ => apply parts_atan_gt
    | |- 0 <= _ => apply Rlt_le
    end; parts_positive
  | lra ].

Lemma max_left a b : 0 <= a + - b -> Rmax a b = a.
Proof. intros. apply Rmax_left. lra. Qed.
Lemma max_right a b : 0 < b + - a -> Rmax a b = b.
Proof. intros. apply Rmax_right. lra. Qed.
Lemma min_left a b : 0 <= b + - a -> Rmin a b = a.
Proof. intros. apply Rmin_left. lra. Qed.
Lemma min_right a b : 0 < a + - b -> Rmin a b = b.
Proof. intros. apply Rmin_right. lra. Qed.
Lemma max_of_three a b c :
  (0 <= a + - b /\ 0 <= a + - c /\ Rmax (Rmax a b) c = a) \/
  (0 < b + - a /\ 0 <= b + - c /\ Rmax (Rmax a b) c = b) \/
  (0 < c + - a /\ 0 < c + - b /\ Rmax (Rmax a b) c = c).
Proof.
  destruct (Rle_or_lt b a), (Rle_or_lt c a), (Rle_or_lt c b);
    unfold Rmax; destruct (Rle_dec a b); destruct (Rle_dec _ c); intuition lra.
Qed.
Lemma min_of_three a b c :
  (0 <= b + - a /\ 0 <= c + - a /\ Rmin (Rmin a b) c = a) \/
  (0 < a + - b /\ 0 <= c + - b /\ Rmin (Rmin a b) c = b) \/
  (0 < a + - c /\ 0 < b + - c /\ Rmin (Rmin a b) c = c).
Proof.
  destruct (Rle_or_lt a b), (Rle_or_lt a c), (Rle_or_lt b c);
    unfold Rmin; destruct (Rle_dec a b); destruct (Rle_dec _ c); intuition lra.
Qed.
Lemma abs_plus a : 0 <= a -> Rabs a = a.
Proof. apply Rabs_pos_eq. Qed.
Lemma abs_minus a : 0 < - a -> Rabs a = - a.
Proof. intros. apply Rabs_left1. lra. Qed.
Lemma or_signs a : 0 <= a \/ 0 < - a.
Proof. lra. Qed.
Lemma or_less a b : 0 <= a + - b \/ 0 < b + - a.
Proof. lra. Qed.

(* --- integers ------------------------------------------------------------------------------------- *)

Definition whole (x : R) : Prop := exists z : Z, x = IZR z.
Lemma whole_number z : whole (IZR z).
Proof. exists z. reflexivity. Qed.
Lemma whole_add x y : whole x -> whole y -> whole (x + y).
Proof. intros [z ->] [w ->]. exists (z + w)%Z. now rewrite plus_IZR. Qed.
Lemma whole_mul x y : whole x -> whole y -> whole (x * y).
Proof. intros [z ->] [w ->]. exists (z * w)%Z. now rewrite mult_IZR. Qed.
Lemma whole_neg x : whole x -> whole (- x).
Proof. intros [z ->]. exists (- z)%Z. now rewrite opp_IZR. Qed.
Ltac is_whole :=
  first [ assumption | apply whole_add; is_whole | apply whole_mul; is_whole
        | apply whole_neg; is_whole | apply whole_number ].
Lemma whole_low x k : whole x -> IZR k - 1 < x -> IZR k <= x.
Proof.
  intros [z ->] H. apply IZR_le. rewrite <- minus_IZR in H. apply lt_IZR in H. lia.
Qed.
Lemma whole_high x k : whole x -> x < IZR k + 1 -> x <= IZR k.
Proof.
  intros [z ->] H. apply IZR_le. rewrite <- plus_IZR in H. apply lt_IZR in H. lia.
Qed.
Lemma whole_ge t : whole t -> 0 < t + 1 -> 0 <= t.
Proof. intros W H. apply (whole_low t 0 W). lra. Qed.
Lemma floor_is u : whole (IZR (Zfloor u)) /\ 0 <= u + - IZR (Zfloor u) /\ 0 < IZR (Zfloor u) + - (u + - 1).
Proof.
  split; [apply whole_number|]. assert (A := Zfloor_lb u). assert (B := Zfloor_ub u). lra.
Qed.
Lemma ceil_is u : whole (IZR (Zceil u)) /\ 0 <= IZR (Zceil u) + - u /\ 0 < u + 1 + - IZR (Zceil u).
Proof.
  split; [apply whole_number|]. assert (A := Zceil_ub u). assert (B := Zceil_lb u). lra.
Qed.
Lemma from_first (P : R -> Prop) k :
  P (IZR k) -> (forall y, whole y -> IZR k <= y -> P y -> P (y + 1)) ->
  forall x, whole x -> IZR k <= x -> P x.
Proof.
  intros First Next x [z ->] H. apply le_IZR in H.
  apply (Zlt_lower_bound_ind (fun z => P (IZR z)) k); [|exact H].
  intros y IH K. destruct (Z.eq_dec k y) as [<-|N]; [exact First|].
  replace (IZR y) with (IZR (y - 1) + 1) by (rewrite minus_IZR; ring).
  apply Next; [apply whole_number|apply IZR_le; lia|]. apply IH. lia.
Qed.

(* --- algebra --------------------------------------------------------------------------------------- *)

Lemma factor_ge t f s : t + - (f * s) = 0 -> 0 < f -> 0 <= s -> 0 <= t.
Proof. intros E F S. replace t with (f * s) by lra. apply Rmult_le_pos; lra. Qed.
Lemma factor_gt t f s : t + - (f * s) = 0 -> 0 < f -> 0 < s -> 0 < t.
Proof. intros E F S. replace t with (f * s) by lra. apply Rmult_lt_0_compat; lra. Qed.
Lemma factor_ne t f s : t + - (f * s) = 0 -> 0 < f -> s <> 0 -> t <> 0.
Proof.
  intros E F S. replace t with (f * s) by lra. apply Rmult_integral_contrapositive_currified; lra.
Qed.
Lemma factor_eq t f s : t + - (f * s) = 0 -> 0 < f -> s = 0 -> t = 0.
Proof. intros E F ->. lra. Qed.
Ltac by_factor E F S :=
  conditions;
  first [exact (factor_ge _ _ _ E F S) | exact (factor_gt _ _ _ E F S)
        | exact (factor_ne _ _ _ E F S) | exact (factor_eq _ _ _ E F S)].

Lemma combine_ge t f s : 0 <= f -> 0 <= s -> 0 <= t + - (f * s) -> 0 <= t.
Proof. intros F S H. assert (0 <= f * s) by (apply Rmult_le_pos; assumption). lra. Qed.
Lemma combine_gt t f s : 0 <= f -> 0 <= s -> 0 < t + - (f * s) -> 0 < t.
Proof. intros F S H. assert (0 <= f * s) by (apply Rmult_le_pos; assumption). lra. Qed.
Lemma combine_strictly t f s : 0 < f -> 0 < s -> 0 <= t + - (f * s) -> 0 < t.
Proof. intros F S H. assert (0 < f * s) by (apply Rmult_lt_0_compat; assumption). lra. Qed.
Lemma combine_eq_ge t f s : s = 0 -> 0 <= t + - (f * s) -> 0 <= t.
Proof. intros -> H. lra. Qed.
Lemma combine_eq_gt t f s : s = 0 -> 0 < t + - (f * s) -> 0 < t.
Proof. intros -> H. lra. Qed.
Ltac by_combination f s :=
  first
  [ apply combine_ge with (1 := f) (2 := s)
  | apply combine_gt with (1 := f) (2 := s)
  | apply combine_ge with (1 := f) (2 := Rlt_le _ _ s)
  | apply combine_gt with (1 := f) (2 := Rlt_le _ _ s) ].

Lemma logarithm_ge a b : 0 < a -> 0 < b -> 0 <= ln a + - ln b -> 0 <= a + - b.
Proof.
  intros A B H. assert (ln b <= ln a) as [K|K] by lra.
  - apply ln_lt_inv in K; lra.
  - apply ln_inv in K; lra.
Qed.
Lemma logarithm_gt a b : 0 < a -> 0 < b -> 0 < ln a + - ln b -> 0 < a + - b.
Proof. intros A B H. assert (b < a) by (apply ln_lt_inv; lra). lra. Qed.
Lemma logarithm_ne a b : 0 < a -> 0 < b -> ln a + - ln b <> 0 -> a + - b <> 0.
Proof. intros A B H E. apply H. replace a with b by lra. ring. Qed.
Lemma logarithm_eq a b : 0 < a -> 0 < b -> ln a + - ln b = 0 -> a + - b = 0.
Proof. intros A B H. assert (a = b) by (apply ln_inv; lra). lra. Qed.
Ltac by_logarithm A B H :=
  conditions;
  first [exact (logarithm_ge _ _ A B H) | exact (logarithm_gt _ _ A B H)
        | exact (logarithm_ne _ _ A B H) | exact (logarithm_eq _ _ A B H)].

Lemma square_ge a b : 0 <= a -> 0 <= a ^ 2 + - (b ^ 2) -> 0 <= a + - b.
Proof. intros A H. apply Rnot_lt_le. intros K. nra. Qed.
Lemma square_gt a b : 0 <= a -> 0 < a ^ 2 + - (b ^ 2) -> 0 < a + - b.
Proof. intros A H. apply Rnot_le_lt. intros K. nra. Qed.
Ltac by_squares A H := conditions; first [exact (square_ge _ _ A H) | exact (square_gt _ _ A H)].

(* --- substitutions ----------------------------------------------------------------------------------- *)

Lemma write_affine x a b : 0 < b -> exists u, x = a + b * u.
Proof. intros B. exists ((x - a) / b). field. lra. Qed.
Lemma write_shift x a : exists u, x = a + u.
Proof. exists (x - a). ring. Qed.
Lemma write_mirror x a : exists u, x = a + - u.
Proof. exists (a - x). ring. Qed.
Lemma write_reciprocal x : 0 < x -> exists u, u = 1 / x /\ x = 1 / u.
Proof. intros H. exists (1 / x). split; [reflexivity|]. field. lra. Qed.
Lemma write_square x : 0 <= x -> exists u, u = sqrt x /\ x = u ^ 2.
Proof. intros H. exists (sqrt x). split; [reflexivity|]. rewrite pow2_sqrt; trivial. Qed.
Lemma inverse_at_most x h : 0 < x -> 0 < h -> 1 / h <= x -> 1 / x <= h.
Proof.
  intros X H L. replace h with (1 / (1 / h)) by (field; lra). unfold Rdiv. rewrite !Rmult_1_l.
  apply Rinv_le_contravar; [apply Rinv_0_lt_compat, H|]. lra.
Qed.
Lemma inverse_below x h : 0 < x -> 0 < h -> 1 / h < x -> 1 / x < h.
Proof.
  intros X H L. replace h with (1 / (1 / h)) by (field; lra). unfold Rdiv. rewrite !Rmult_1_l.
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat|]; assumption|]. lra.
Qed.
Lemma inverse_at_least x l : 0 < x -> 0 < l -> x <= 1 / l -> l <= 1 / x.
Proof.
  intros X H L. replace l with (1 / (1 / l)) by (field; lra). unfold Rdiv. rewrite !Rmult_1_l.
  apply Rinv_le_contravar; lra.
Qed.
Lemma inverse_above x l : 0 < x -> 0 < l -> x < 1 / l -> l < 1 / x.
Proof.
  intros X H L. replace l with (1 / (1 / l)) by (field; lra). unfold Rdiv. rewrite !Rmult_1_l.
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat]; assumption|]. lra.
Qed.

(* --- slopes ------------------------------------------------------------------------------------------ *)

Lemma root_positive u : 0 <= u -> 2 * sqrt u <> 0 -> 0 < u.
Proof. intros [H|<-] N; [exact H|]. exfalso. apply N. rewrite sqrt_0. ring. Qed.
Ltac slope_condition :=
  first [ exact I | assumption | lra | apply root_positive; assumption
        | apply root_positive; [assumption|intros E; nonzero] | nonzero | nra ].
Ltac at_places :=
  cbn [smooth steady slope moves sAdd sMul sNeg sDiv is_zero is_one orb Nat.eqb
       ev nth quotient Z.opp Z.of_nat Pos.of_succ_nat Pos.succ].
Ltac slopes_known := at_places; repeat split; slope_condition.
Ltac same_slope K :=
  at_places;
  first
  [ exact K
  | match goal with |- ?r ?z ?s => match type of K with r z ?k => replace s with k; [exact K | equal] end end ].
Ltac by_equation s :=
  first [eapply combine_eq_ge with (1 := s) | eapply combine_eq_gt with (1 := s)].
(* A theorem as it is read, from the proof of a claim about differences. *)
Lemma ne_of_difference a b : a <> b -> a + - b <> 0.
Proof. lra. Qed.
Lemma difference_ne a b : a + - b <> 0 -> a <> b.
Proof. lra. Qed.
Ltac stated := first [assumption | lra | apply ne_of_difference; assumption].
Ltac as_said := open_parts; conditions; stated.
Lemma whole_of_shift x a u : x = a + u -> whole x -> whole a -> whole u.
Proof.
  intros E X A. replace u with (x + - a) by lra. apply whole_add; [exact X|]. apply whole_neg, A.
Qed.
Ltac inverse_end :=
  first [ apply Rdiv_lt_0_compat; lra | apply inverse_at_least; lra | apply inverse_above; lra
        | apply inverse_at_most; lra | apply inverse_below; lra ].
Ltac at_point S v := let K := fresh "K" in assert (K := S v); use K.
Ltac at_value S v :=
  let K := fresh "K" in assert (K := S v);
  premises K;
  repeat match type of K with _ /\ _ => let L := fresh "L" in destruct K as [L K] end;
  same_slope K.
Lemma from_end_le_le a e b : 0 <= a -> a = e -> e <= b -> 0 <= b.
Proof. lra. Qed.
Lemma from_end_lt_le a e b : 0 < a -> a = e -> e <= b -> 0 < b.
Proof. lra. Qed.
Lemma from_end_le_lt a e b : 0 <= a -> a = e -> e < b -> 0 < b.
Proof. lra. Qed.
Ltac said_of_end := open_parts; conditions; first [assumption | lra].
(* --- identities ------------------------------------------------------------------------------------- *)

Lemma exponential w : exists q, exp w = q /\ 0 < q.
Proof. exists (exp w). split; [reflexivity|apply exp_pos]. Qed.
Lemma square_root a : 0 <= a -> exists r, r = sqrt a /\ 0 <= r /\ r ^ 2 = a.
Proof. intros A. exists (sqrt a). repeat split; [apply sqrt_pos|apply pow2_sqrt, A]. Qed.
Lemma exp_times n w : exp (IZR (Z.of_nat n) * w) = exp w ^ n.
Proof.
  rewrite <- INR_IZR_INZ. induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, <- tech_pow_Rmult, <- IH, <- exp_plus. f_equal. ring.
Qed.
Definition times (k : Z) (w : R) : R := IZR k * w.
Lemma exp_times_pos p w : exp (times (Zpos p) w) = exp w ^ Pos.to_nat p.
Proof. unfold times. rewrite <- exp_times, positive_nat_Z. reflexivity. Qed.
Lemma exp_times_neg p w : exp (times (Zneg p) w) = / (exp w ^ Pos.to_nat p).
Proof.
  rewrite <- exp_times_pos, <- exp_Ropp. f_equal. unfold times. change (Zneg p) with (- Zpos p)%Z.
  rewrite opp_IZR. ring.
Qed.
Lemma root n a :
  (0 < n)%nat -> 0 < a -> exists r, exp (1 / IZR (Z.of_nat n) * ln a) = r /\ 0 < r /\ r ^ n = a.
Proof.
  intros N A. exists (exp (1 / IZR (Z.of_nat n) * ln a)). repeat split; [apply exp_pos|].
  rewrite <- exp_times. rewrite <- (exp_ln a) at 2 by exact A. f_equal. field.
  apply IZR_neq. lia.
Qed.
Lemma positive_root r a n : 0 <= r -> 0 < a -> r ^ S n = a -> 0 < r.
Proof. intros [R|<-] A E; [exact R|]. simpl in E. lra. Qed.
Lemma half_exponential a r : r = sqrt a -> 0 < a -> exp (1 / 2 * ln a) = r.
Proof.
  intros -> A. rewrite <- (Rpower_sqrt a) by exact A. unfold Rpower. f_equal. field.
Qed.
Lemma root_is u w : 0 <= w -> w ^ 2 = u -> sqrt u = w.
Proof. intros W <-. apply sqrt_pow2, W. Qed.
Lemma ln_not_negative u : 1 <= u -> 0 <= ln u.
Proof. intros U. rewrite <- ln_1. apply ln_le'; lra. Qed.
Lemma logarithm_via w u l : w = l -> u = exp w -> ln u = l.
Proof. intros -> ->. apply ln_exp. Qed.
Lemma exponential_via w u r : w = u -> exp w = r -> exp u = r.
Proof. intros -> E. exact E. Qed.
Ltac same_argument :=
  first
  [ apply (f_equal Rabs) | apply (f_equal erfc) | apply (f_equal (fun x => IZR (Zfloor x)))
  | apply (f_equal (fun x => IZR (Zceil x))) ].
Tactic Notation "same_extremes" tactic(same) :=
  first
  [ solve [apply (f_equal2 Rmax); same] | solve [rewrite Rmax_comm; apply (f_equal2 Rmax); same]
  | solve [apply (f_equal2 Rmin); same] | solve [rewrite Rmin_comm; apply (f_equal2 Rmin); same] ].
Lemma positive_of_product u f s : u = f * s -> 0 < u -> 0 < f -> 0 < s.
Proof. intros E U G. apply Rnot_le_lt. intros S. nra. Qed.

Ltac positive_parts := first [assumption | lra | exact PI_RGT_0 | parts_positive | nra].
Ltac nonnegative_product :=
  first
  [ assumption | lra
  | apply Rmult_le_pos; nonnegative_product
  | apply pow_le; nonnegative_product
  | apply Rlt_le; assumption
  | apply Rlt_le, Rinv_0_lt_compat; parts_positive
  | apply Rlt_le; parts_positive | nra ].
Ltac positive_base := first [assumption | lra | positive_parts].
Ltac numerals :=
  repeat match goal with |- context [Pos.to_nat ?p] =>
    let n := eval compute in (Pos.to_nat p) in change (Pos.to_nat p) with n end.
Ltac split_exponentials := rewrite ?exp_plus, ?exp_times_pos, ?exp_times_neg, ?exp_0; numerals.
Ltac known_roots :=
  repeat match goal with
  | H : exp ?w = _ |- context [exp ?w] => rewrite H
  | H : ?r = sqrt ?a |- context [exp (1 / 2 * ln ?a)] =>
    rewrite (half_exponential a r H) by (first [assumption | lra])
  end.
(* A counterexample: the point is in the ranges, and what is claimed fails there. *)
Ltac counterexample N := let K := fresh in intros K; open_parts; first [lra | contradiction | apply N; lra].
Ltac in_range := first [lra | eexists; reflexivity].

(* --- values in the place of variables ---------------------------------------------------------------- *)

(* A power whose exponent becomes a whole number is written as a natural power from then on. *)
Lemma power_at_positive x p : 0 < x -> power x (IZR (Zpos p)) = x ^ Pos.to_nat p.
Proof.
  intros X. rewrite power_is by exact X. rewrite <- (positive_nat_Z p), <- INR_IZR_INZ.
  apply Rpower_pow, X.
Qed.
Lemma power_at_negative x p : 0 < x -> power x (IZR (Zneg p)) = / (x ^ Pos.to_nat p).
Proof.
  intros X. rewrite <- power_at_positive by exact X. rewrite !power_is by exact X.
  change (Zneg p) with (- Zpos p)%Z. rewrite opp_IZR. apply Rpower_Ropp.
Qed.
Lemma power_at_zero x : 0 < x -> power x 0 = x ^ 0.
Proof. intros X. rewrite power_is by exact X. apply Rpower_O, X. Qed.
Ltac whole_powers :=
  repeat match goal with
  | |- context [power ?x 0] => rewrite (power_at_zero x) by positive_base
  | |- context [power ?x (IZR (Zpos ?p))] => rewrite (power_at_positive x p) by positive_base
  | |- context [power ?x (IZR (Zneg ?p))] => rewrite (power_at_negative x p) by positive_base
  end; numerals.
Ltac same_at_end := first [reflexivity | cbn [ev nth quotient]; whole_powers; reflexivity].
Ltac from_arch K L := revert K L; cbn [ev nth quotient]; whole_powers; intros K L; lra.
(* The claim after a replacement says what the claim says. *)
Ltac conclude H :=
  open_parts;
  first [solve [conditions; relation] | whole_powers; solve [conditions; relation]].
