-- How many of an account's entries are not later than a moment: its seq has no gaps and its times never fall, so a binary
-- search answers in a few index probes what counting would read a year of rows for.
create function ledger_seq_until(p_account_id bigint, p_moment timestamptz, p_entry_count bigint) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := p_entry_count;
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select e.created_at <= p_moment from ledger_entry e where e.account_id = p_account_id and e.seq = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
