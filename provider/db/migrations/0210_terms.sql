-- The operator's terms, version by version. Nothing is ever changed or taken away: what was bought under a version refers to it.
create table terms (
  number integer primary key check (number > 0),
  at timestamptz(3) not null,
  applied_by text not null check (applied_by <> ''),
  reason text not null check (reason <> ''),
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  -- SHA-256 of the document as canonical JSON, in hexadecimal.
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

create function terms_follow() returns trigger language plpgsql as $$
begin
  -- Waits for whoever deals under the version before, and keeps the next ones until this one is there.
  perform pg_advisory_xact_lock(hashtext('jufi terms'));
  if new.number <> coalesce((select max(number) from terms), 0) + 1 then
    raise exception 'versions of the terms follow each other by number' using errcode = 'unique_violation', constraint = 'terms_follow';
  end if;
  return new;
end $$;
create trigger terms_follow before insert on terms for each row execute function terms_follow();

create function terms_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: versions of the terms are kept as they were applied', tg_op using errcode = 'insufficient_privilege', constraint = 'terms_kept';
end $$;
create trigger terms_kept before update or delete or truncate on terms for each statement execute function terms_keep();

-- The version in force, which stays in force until the transaction ends; nothing before the first. The lock comes in a statement of its own, so that
-- whoever waited for it sees the version that was waited for.
create function terms_to_deal_by(out number integer, out hash text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('jufi terms'));
  select t.number, t.hash into number, hash from terms t order by t.number desc limit 1;
end $$;
