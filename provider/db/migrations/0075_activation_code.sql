create table activation_code (
  id uuid primary key,
  -- Of the code's letters and digits alone; the code itself is known to whoever it was given to.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  kind text not null check (kind in ('JUF', 'SCORE', 'ROLE')),
  juf ledger_amount check (juf > 0),
  points integer check (points > 0),
  role_code text,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > issued_at),
  member_id uuid references member (id),
  used_at timestamptz(3),
  -- What was set apart for it went back to the reward pool, because nobody used it in time.
  released_at timestamptz(3),
  constraint activation_code_gives check (
    (juf is not null) = (kind = 'JUF') and (points is not null) = (kind = 'SCORE') and (role_code is not null) = (kind = 'ROLE')
  ),
  constraint activation_code_used check ((member_id is null) = (used_at is null)),
  constraint activation_code_ends_once check (used_at is null or released_at is null)
);
create index activation_code_expiry on activation_code (expires_at) where used_at is null and released_at is null;

create function activation_code_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from activation_code c left join ledger_account a on a.owner_id = c.id and a.kind = 'REWARD_POOL_RESERVED' and a.token = 'JUF'
     where c.id = new.id and coalesce(a.balance, 0) <> case when c.used_at is null and c.released_at is null then coalesce(c.juf, 0) else 0 end
  ) then
    raise exception 'the JUF of a code lies in its own account until it is used or released' using errcode = 'check_violation', constraint = 'activation_code_covered';
  end if;
  return null;
end $$;
create constraint trigger activation_code_covered after insert or update on activation_code
  deferrable initially deferred for each row execute function activation_code_covered();

-- A code is used once.
create function activation_code_keep() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.released_at is not null or (new.id, new.code_hash, new.kind, new.juf, new.points, new.role_code, new.issued_at, new.expires_at)
     is distinct from (old.id, old.code_hash, old.kind, old.juf, old.points, old.role_code, old.issued_at, old.expires_at) then
    raise exception 'a code gives what it was issued for, once' using errcode = 'insufficient_privilege', constraint = 'activation_code_kept';
  end if;
  return new;
end $$;
create trigger activation_code_kept before update on activation_code for each row execute function activation_code_keep();
