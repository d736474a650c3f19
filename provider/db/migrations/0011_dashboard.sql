create table price_sample (
  token text not null check (token in ('JU', 'JUF')),
  at timestamptz not null,
  -- USDT for one whole token, with 18 digits: an integer count of 10^-18 USDT.
  price18 numeric(60, 0) not null check (price18 > 0),
  primary key (token, at)
);

create table announcement (
  id uuid primary key,
  category text not null check (category in ('NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT')),
  pinned boolean not null,
  published_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz
);
create index announcement_order on announcement (pinned desc, published_at desc, id desc);

create table announcement_slug (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  announcement_id uuid not null references announcement (id),
  is_current boolean not null
);
create unique index announcement_current_slug on announcement_slug (announcement_id) where is_current;

create table announcement_translation (
  announcement_id uuid not null references announcement (id),
  language text not null,
  title text not null,
  summary text not null,
  -- Markdown, untrusted: whoever shows it allows no raw HTML.
  body text not null,
  primary key (announcement_id, language)
);

create table poll (
  id uuid primary key,
  opens_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > opens_at)
);
create index poll_opening on poll (opens_at);

create table poll_translation (
  poll_id uuid not null references poll (id),
  language text not null,
  title text not null,
  body text not null,
  primary key (poll_id, language)
);

create table poll_option (
  id uuid primary key,
  poll_id uuid not null references poll (id),
  position integer not null,
  unique (poll_id, position),
  unique (poll_id, id)
);

create table poll_option_translation (
  option_id uuid not null references poll_option (id),
  language text not null,
  label text not null,
  primary key (option_id, language)
);

create table poll_vote (
  poll_id uuid not null references poll (id),
  member_id uuid not null references member (id),
  option_id uuid not null,
  power numeric(78, 0) not null check (power > 0),
  voted_at timestamptz not null,
  primary key (poll_id, member_id),
  foreign key (poll_id, option_id) references poll_option (poll_id, id)
);
create index poll_vote_option on poll_vote (option_id);

-- Which development content this database already holds; a production provider never writes here.
create table development_content (
  name text primary key,
  written_at timestamptz not null
);
