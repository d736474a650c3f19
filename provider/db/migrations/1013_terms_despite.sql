-- Why terms are in force though the check found something odd in them.
alter table terms add column despite text check (despite <> '');
create or replace view staff.terms as select * from public.terms;
