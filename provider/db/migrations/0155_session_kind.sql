-- How a session began. WALLET: by a signature of the member's wallet, at created_at. LINK: a login link that was not used yet; it proves whose it is and can be
-- exchanged, nothing else. LINKED: exchanged from a login link. Sessions from before this migration, and those that an older process begins during an upgrade,
-- count as LINKED, because nobody knows that a wallet signed for them.
alter table session add column kind text not null default 'LINKED' check (kind in ('WALLET', 'LINK', 'LINKED'));
