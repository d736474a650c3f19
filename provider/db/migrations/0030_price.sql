-- What an exchange pair's reserves became in a block, with the running price sums (UQ112.112 times seconds, modulo 2^256)
-- up to that block. Reckoned from the pair's own Sync logs, so that no node with old states is needed.
create table pair_observation (
  pair text not null check (pair ~ '^0x[0-9a-f]{40}$'),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  -- Seconds since 1970, as the chain counts them.
  block_time bigint not null check (block_time > 0),
  reserve0 numeric(34, 0) not null check (reserve0 >= 0),
  reserve1 numeric(34, 0) not null check (reserve1 >= 0),
  price0_cumulative numeric(78, 0) not null check (price0_cumulative >= 0),
  price1_cumulative numeric(78, 0) not null check (price1_cumulative >= 0),
  primary key (pair, block_number)
);
create index pair_observation_time on pair_observation (pair, block_time desc, block_number desc);

-- How far a pair is known, and what to add to our sums (modulo 2^256) to come to the pair's own.
create table pair_head (
  pair text primary key check (pair ~ '^0x[0-9a-f]{40}$'),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_time bigint not null check (block_time > 0),
  read_at timestamptz not null,
  offset0 numeric(78, 0) not null check (offset0 >= 0),
  offset1 numeric(78, 0) not null check (offset1 >= 0)
);
