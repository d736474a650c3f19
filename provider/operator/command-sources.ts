import type { Command } from './command.ts';

interface Source {
  names: readonly string[];
  load: () => Promise<readonly Command[]>;
}

/** The operator's commands by name. Each loads what it needs when it runs: all of them together take a second. */
export const commandSources: readonly Source[] = [
  { names: ['migrate'], load: async () => [(await import('./migrate-command.ts')).migrateCommand] },
  {
    names: ['login-link', 'block', 'unblock', 'blocked', 'end-sessions', 'undo-referrer'],
    load: async () => (await import('./member-commands.ts')).memberCommands,
  },
  { names: ['find', 'explain', 'export member'], load: async () => (await import('./support-commands.ts')).supportCommands },
  { names: ['erase'], load: async () => [(await import('./erase-command.ts')).eraseCommand] },
  {
    names: ['publish', 'announcements', 'move', 'withdraw'],
    load: async () => (await import('./announcement-commands.ts')).announcementCommands,
  },
  { names: ['open-poll', 'polls', 'close-poll'], load: async () => (await import('./poll-commands.ts')).pollCommands },
  { names: ['issue-codes', 'codes', 'revoke-codes'], load: async () => (await import('./code-commands.ts')).codeCommands },
  {
    names: ['terms show', 'terms history', 'terms check', 'terms apply'],
    load: async () => (await import('./terms-commands.ts')).termsCommands,
  },
  { names: ['fund'], load: async () => [(await import('./fund-command.ts')).fundCommand] },
  { names: ['withdraw-proceeds'], load: async () => [(await import('./proceeds-commands.ts')).proceedsCommand] },
  { names: ['proposals', 'approve'], load: async () => (await import('./proposal-commands.ts')).proposalCommands },
  { names: ['audit'], load: async () => [(await import('./audit-command.ts')).auditCommand] },
  { names: ['unreconciled', 'adjust'], load: async () => (await import('./adjust-commands.ts')).adjustCommands },
  { names: ['verify-proof'], load: async () => [(await import('./verify-proof-command.ts')).verifyProofCommand] },
  { names: ['deploy'], load: async () => [(await import('./deploy-command.ts')).deployCommand] },
  { names: ['check-contracts', 'move-contracts'], load: async () => (await import('./contract-commands.ts')).contractCommands },
  { names: ['deposit list', 'deposit assign'], load: async () => (await import('./deposit-commands.ts')).depositCommands },
  {
    names: ['payouts', 'orders', 'give-up-payout'],
    load: async () => (await import('./payout-commands.ts')).payoutCommands,
  },
  { names: ['server-role', 'payout-role', 'staff-role'], load: async () => (await import('./role-commands.ts')).roleCommands },
  { names: ['report month'], load: async () => [(await import('./report-command.ts')).reportCommand] },
  { names: ['export'], load: async () => (await import('./export-rows.ts')).exportCommands },
  { names: ['acts'], load: async () => [(await import('./acts-command.ts')).actsCommand] },
];

/** The command with that name, of one or two words, and the arguments after it. */
export async function findCommand(words: readonly string[]): Promise<{ command: Command; typed: readonly string[] } | null> {
  for (const length of [2, 1]) {
    const wanted = words.slice(0, length).join(' ');
    const source = commandSources.find(({ names }) => names.includes(wanted));
    const command = (await source?.load())?.find(({ name }) => name === wanted);
    if (command !== undefined) return { command, typed: words.slice(length) };
  }
  return null;
}

/** All commands, in the order in which `help` lists them. */
export async function loadCommands(): Promise<readonly Command[]> {
  return (await Promise.all(commandSources.map(({ load }) => load()))).flat();
}
