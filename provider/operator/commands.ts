import { actsCommand } from './acts-command.ts';
import { announcementCommands } from './announcement-commands.ts';
import { auditCommand } from './audit-command.ts';
import { codeCommands } from './code-commands.ts';
import { type Command } from './command.ts';
import { depositCommands } from './deposit-commands.ts';
import { exportCommands } from './export-commands.ts';
import { fundCommand } from './fund-command.ts';
import { memberCommands } from './member-commands.ts';
import { migrateCommand } from './migrate-command.ts';
import { payoutCommands } from './payout-commands.ts';
import { pollCommands } from './poll-commands.ts';
import { termsCommands } from './terms-commands.ts';
import { verifyProofCommand } from './verify-proof-command.ts';

/** What an operator can do. Each says what it did. */
export const commands: readonly Command[] = [
  migrateCommand,
  ...memberCommands,
  ...announcementCommands,
  ...pollCommands,
  ...codeCommands,
  ...termsCommands,
  fundCommand,
  auditCommand,
  verifyProofCommand,
  ...depositCommands,
  ...payoutCommands,
  ...exportCommands,
  actsCommand,
];
