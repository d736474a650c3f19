-- The Merkle sum tree over what members had at the end of a day. Its root is published and never changes; what proves a single leaf is kept for some days.
create table reserve_tree (
  date date primary key,
  root ledger_digest not null,
  leaves integer not null check (leaves >= 0),
  ju ledger_amount not null check (ju >= 0),
  juf ledger_amount not null check (juf >= 0),
  usdt ledger_amount not null check (usdt >= 0),
  built_at timestamptz(3) not null
);
create trigger reserve_tree_kept before update or delete or truncate on reserve_tree for each statement execute function ledger_refuse_change();

-- Level 0 are the leaves. What goes up a level as it is stands in both.
create table reserve_node (
  date date not null references reserve_tree,
  level smallint not null check (level >= 0),
  place integer not null check (place >= 0),
  hash ledger_digest not null,
  ju ledger_amount not null check (ju >= 0),
  juf ledger_amount not null check (juf >= 0),
  usdt ledger_amount not null check (usdt >= 0),
  primary key (date, level, place)
);
create trigger reserve_node_kept before update on reserve_node for each statement execute function ledger_refuse_change();

-- Whose leaf stands where. In an order that is drawn anew each day, so that nobody has the same neighbours twice.
create table reserve_leaf (
  member_id uuid not null references member,
  date date not null references reserve_tree,
  place integer not null check (place >= 0),
  salt ledger_digest not null,
  primary key (member_id, date)
);
create index reserve_leaf_date on reserve_leaf (date);
create trigger reserve_leaf_kept before update on reserve_leaf for each statement execute function ledger_refuse_change();
