-- A newcomer who never held anything is deleted after a time, and each table that may name a member is asked whether it does.
-- Without an index, that reads the whole table.

create index activation_code_member on activation_code (member_id) where member_id is not null;
create index adjustment_member on adjustment (member_id) where member_id is not null;
create index bonus_claim_member on bonus_claim (member_id);
create index poll_vote_member on poll_vote (member_id);
create index referral_binding_referrer on referral_binding (referrer_id);

-- The same rows as before, by a condition that the question above implies: payouts are the orders with a member.
-- contract: an index goes, no table or column.
drop index chain_order_member;
create index chain_order_member on chain_order (member_id, created_at) where member_id is not null;
