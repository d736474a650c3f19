-- Two usernames may not look alike, in whatever case. Of each: the shape (UTS 39 skeleton) of its small letters, and the small letters of its shape,
-- because a capital I looks like a small L but is a small i. username_key stays what a name is found by.
alter table member add column username_shape text, add column username_folded_shape text;
-- The names given so far are of letters that look like no others.
update member set username_shape = username_key, username_folded_shape = username_key;
alter table member
  alter column username_shape set not null,
  alter column username_folded_shape set not null,
  add constraint member_username_shape_key unique (username_shape),
  add constraint member_username_folded_shape_key unique (username_folded_shape);
