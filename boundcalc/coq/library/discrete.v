(* Sums, factorials and choose coefficients: over integers, as functions of reals. *)

Fixpoint sum_from (f : R -> R) (first : Z) (count : nat) : R :=
  match count with O => 0 | S less => sum_from f first less + f (IZR (first + Z.of_nat less)) end.
Fixpoint product_to (n : nat) : Z :=
  match n with O => 1%Z | S less => (Z.of_nat n * product_to less)%Z end.
Fixpoint descending (n : Z) (count : nat) : Z :=
  match count with O => 1%Z | S less => (descending n less * (n - Z.of_nat less))%Z end.

Definition sum_over (f : R -> R) (low high : R) : R :=
  sum_from f (Zfloor low) (Z.to_nat (Zfloor high - Zfloor low + 1)).
Definition factorial (n : R) : R := IZR (product_to (Z.to_nat (Zfloor n))).
Definition choose (n k : R) : R :=
  IZR (descending (Zfloor n) (Z.to_nat (Zfloor k))) / IZR (product_to (Z.to_nat (Zfloor k))).

(* Where they are defined: at integers, and with each summand. *)
Definition summed (low high : R) (defined : R -> Prop) : Prop :=
  whole low /\ whole high /\ forall i, whole i -> low <= i -> i <= high -> defined i.
Definition natural (n : R) : Prop := whole n /\ 0 <= n.
Definition naturals (n k : R) : Prop := natural n /\ natural k.

Lemma floor_of_whole z : Zfloor (IZR z) = z.
Proof. apply Zfloor_IZR. Qed.
Lemma known_sum f low high k m :
  low = IZR k -> high = IZR m -> sum_over f low high = sum_from f k (Z.to_nat (m - k + 1)).
Proof. intros -> ->. unfold sum_over. now rewrite !floor_of_whole. Qed.
Lemma next_sum f low high less :
  whole low -> whole high -> whole less -> high + - less + - (1) = 0 -> 0 <= high + - low ->
  sum_over f low high = sum_over f low less + f high.
Proof.
  intros [a ->] [b ->] [c ->] E L. unfold sum_over. rewrite !floor_of_whole.
  assert (B : b = (c + 1)%Z) by (apply eq_IZR; rewrite plus_IZR; lra). subst b.
  assert (L' : (a <= c + 1)%Z) by (apply le_IZR; lra).
  replace (Z.to_nat (c + 1 - a + 1)) with (S (Z.to_nat (c - a + 1))) by lia.
  cbn [sum_from]. do 3 f_equal. lia.
Qed.
Lemma summed_next low high less (defined : R -> Prop) :
  summed low less defined -> whole high -> high + - less + - (1) = 0 -> defined high ->
  summed low high defined.
Proof.
  intros (A & C & D) B E H. repeat split; trivial. intros i W L U.
  destruct (Rle_lt_or_eq_dec i high U) as [K| ->]; [|exact H]. apply D; trivial.
  destruct W as [w ->], C as [c ->], B as [b ->]. apply IZR_le.
  assert (b = (c + 1)%Z) by (apply eq_IZR; rewrite plus_IZR; lra). apply lt_IZR in K. lia.
Qed.
Lemma summed_at_known low high (defined : R -> Prop) k m :
  low = IZR k -> high = IZR m ->
  (forall i, whole i -> IZR k <= i -> i <= IZR m -> defined i) -> summed low high defined.
Proof. intros -> -> D. repeat split; [apply whole_number|apply whole_number|exact D]. Qed.
Lemma summed_before low high less (defined : R -> Prop) :
  summed low high defined -> whole less -> high + - less + - (1) = 0 -> summed low less defined.
Proof. intros (A & B & D) C E. repeat split; trivial. intros i W L U. apply D; trivial. lra. Qed.
Lemma summed_last low high (defined : R -> Prop) : summed low high defined -> 0 <= high + - low -> defined high.
Proof. intros (A & B & D) L. apply D; trivial; lra. Qed.

Lemma product_positive n : (0 < product_to n)%Z.
Proof. induction n as [|n IH]; cbn [product_to]; lia. Qed.
Lemma factorial_positive n : 0 < factorial n.
Proof. apply IZR_lt, product_positive. Qed.
Lemma next_factorial n less :
  whole n -> whole less -> n + - less + - (1) = 0 -> 0 <= less ->
  factorial n = n * factorial less.
Proof.
  intros [a ->] [c ->] E L. unfold factorial. rewrite !floor_of_whole.
  assert (B : a = (c + 1)%Z) by (apply eq_IZR; rewrite plus_IZR; lra). subst a.
  apply le_IZR in L. replace (Z.to_nat (c + 1)) with (S (Z.to_nat c)) by lia.
  cbn [product_to]. rewrite mult_IZR. do 2 f_equal. lia.
Qed.
Lemma known_factorial n k : n = IZR k -> factorial n = IZR (product_to (Z.to_nat k)).
Proof. intros ->. unfold factorial. now rewrite floor_of_whole. Qed.
Lemma same_factorial n m : n + - m = 0 -> factorial n = factorial m.
Proof. intros E. f_equal. lra. Qed.
Lemma known_binomial n k a c :
  n = IZR a -> k = IZR c ->
  choose n k = IZR (descending a (Z.to_nat c)) / IZR (product_to (Z.to_nat c)).
Proof. intros -> ->. unfold choose. now rewrite !floor_of_whole. Qed.
Lemma descending_is n k : (descending (Z.of_nat (n + k)) k * product_to n)%Z = product_to (n + k).
Proof.
  revert n. induction k as [|k IH]; intros n; cbn [descending].
  - rewrite Nat.add_0_r. lia.
  - replace (n + S k)%nat with (S n + k)%nat by lia. rewrite <- (IH (S n)). cbn [product_to].
    replace (Z.of_nat (S n + k) - Z.of_nat k)%Z with (Z.of_nat (S n)) by lia. ring.
Qed.
Lemma binomial_is n k :
  whole n -> whole k -> 0 <= k -> 0 <= n + - k ->
  choose n k = factorial n / (factorial k * factorial (n + - k)).
Proof.
  intros [a ->] [c ->] K L. rewrite <- opp_IZR, <- plus_IZR in *. unfold choose, factorial.
  rewrite !floor_of_whole. apply le_IZR in K, L.
  assert (H := descending_is (Z.to_nat (a + - c)) (Z.to_nat c)).
  replace (Z.of_nat (Z.to_nat (a + - c) + Z.to_nat c)) with a in H by lia.
  replace (Z.to_nat (a + - c) + Z.to_nat c)%nat with (Z.to_nat a) in H by lia.
  rewrite <- H, mult_IZR. field.
  split; apply Rgt_not_eq, (IZR_lt 0), product_positive.
Qed.

(* --- tactics ---------------------------------------------------------------------------------- *)

Ltac a_natural := first [assumption | split; [is_whole | lra]].
Ltac computed t := let v := eval vm_compute in t in change t with v.
Ltac counted := repeat match goal with |- context [Z.to_nat ?z] => computed (Z.to_nat z) end.
Ltac sum_written k m :=
  rewrite (known_sum _ _ _ k m) by lra; counted; cbn [sum_from];
  repeat match goal with |- context [IZR (?a + Z.of_nat ?b)] => computed (a + Z.of_nat b)%Z end;
  whole_powers; first [reflexivity | ring].
Ltac factorial_written k :=
  rewrite (known_factorial _ k) by lra; counted;
  match goal with |- context [product_to ?n] => computed (product_to n) end; reflexivity.
Lemma whole_quotient a b c : (b <> 0)%Z -> a = (c * b)%Z -> IZR a / IZR b = IZR c.
Proof. intros B ->. rewrite mult_IZR. field. apply IZR_neq, B. Qed.
Ltac binomial_written n k :=
  rewrite (known_binomial _ _ n k) by lra; apply whole_quotient; [discriminate|vm_compute; reflexivity].
Ltac descending_written c :=
  match goal with |- choose ?n ?k = _ =>
    let W := fresh "W" in let z := fresh "z" in let E := fresh "E" in
    assert (W : whole n) by is_whole; destruct W as [z E]; rewrite E;
    rewrite (known_binomial _ _ z c) by (first [reflexivity | lra]); counted;
    match goal with |- context [product_to ?n] => computed (product_to n) end; cbn [descending];
    repeat match goal with |- context [Z.of_nat ?n] => computed (Z.of_nat n) end;
    rewrite ?mult_IZR, ?minus_IZR; field
  end.
(* Whether a sum, a factorial or a choose coefficient is defined, from what is known of others. *)
Ltac is_defined :=
  first
  [ assumption | exact I
  | match goal with
    | |- natural _ => a_natural
    | |- naturals _ _ => split; a_natural
    | H : naturals ?n ?k |- _ => destruct H; is_defined
    | H : natural _ |- _ => destruct H; is_defined
    | H : summed ?l ?m ?P |- summed ?l ?h ?P =>
      first [ apply (summed_next l h m P H); [is_whole | lra | cbv beta; repeat split; is_defined]
            | apply (summed_before l m h P H); [is_whole | lra] ]
    | |- summed _ _ _ =>
      split; [is_whole | split; [is_whole | intros; cbv beta; repeat split; is_defined]]
    | H : summed ?l ?h ?P |- _ =>
      let K := fresh "K" in
      assert (K := summed_last l h P H ltac:(lra)); cbv beta in K; open_parts; clear H; is_defined
    end
  | apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; apply factorial_positive
  | lra ].
Ltac each_summand :=
  intros; cbv beta; repeat split;
  first [is_defined | nonzero | apply Rgt_not_eq, sqrt_lt_R0; lra | lra | positive_parts | nra].
Ltac given := cbv beta; first [assumption | lra | repeat split; side_condition].
Ltac side_condition ::= 
  first [assumption | exact I | power_condition | lra | is_defined | parts_positive].
