-- The refusals of a member, and the lists remembered for a session, by age: the oldest are forgotten when there are too many of them.
create index idempotent_answer_refusal on idempotent_answer (member_id, at, key) where status <> 200;
create index list_page_of_session on list_page (token_hash, at, list);
