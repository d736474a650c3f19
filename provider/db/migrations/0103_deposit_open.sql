-- What an operator looks after must be found among millions that are done with.
create index deposit_open on deposit (state, seen_at) where state <> 'CREDITED';
