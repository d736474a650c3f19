-- When the payout process last looked at all that is to be done, whichever process that was: what watches JuFi asks the database, because the payout process
-- may lie where nobody reaches it.
alter table operator_lease add column turned_at timestamptz(3);
