/** What a person of staff is there for. An administrator does what all others do as well. */
export const STAFF_PARTS = ['SUPPORT', 'EDITOR', 'FINANCE', 'ADMINISTRATOR'] as const;

/** Everybody's: who they are, their acts, what was proposed. */
const COMMON = [
  'usage on schema staff',
  'select on staff.mine',
  'select, insert, update (about, outcome, ended_at) on staff.operator_act',
  'select, insert on staff.proposal',
];

const SUPPORT = [
  'select on staff.ledger_account, staff.ledger_transaction, staff.ledger_entry, staff.deposit, staff.chain_order',
  'select on staff.treasury_purchase, staff.insurance, staff.staking, staff.role_privilege, staff.member_uid, staff.retired_username',
  'select, update (blocked_at) on staff.member',
  'select, delete on staff.session',
  'execute on function staff.login_link',
];

const EDITOR = [
  'select, insert, update on staff.announcement, staff.announcement_slug, staff.poll',
  'select, insert, delete on staff.announcement_translation',
  'select, insert on staff.poll_translation, staff.poll_option, staff.poll_option_translation',
  'select (poll_id) on staff.poll_vote',
];

/** The views of the schema are all there is to read. Comparing with the chain and auditing write down what they found. */
const FINANCE = [
  'select on all tables in schema staff',
  'insert on staff.ledger_audit_run, staff.unknown_deed',
  'insert, delete on staff.solvency_run',
  'update (elsewhere_juf, contract_cap_juf) on staff.treasury_supply',
  'insert, update (scanned_number) on staff.deed_scan',
  'execute on function staff.fund, staff.assign_deposit, staff.order_proceeds, staff.give_up_payout',
];

/** Rights on views and functions of the schema `staff`; none on a table. */
export const staffRights: Readonly<Record<StaffPart, readonly string[]>> = {
  SUPPORT: [...COMMON, ...SUPPORT],
  EDITOR: [...COMMON, ...EDITOR],
  FINANCE: [...COMMON, ...FINANCE],
  ADMINISTRATOR: [...COMMON, ...SUPPORT, ...EDITOR, ...FINANCE, 'execute on function staff.issue_codes'],
};

export type StaffPart = (typeof STAFF_PARTS)[number];
