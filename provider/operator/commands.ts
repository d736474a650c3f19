import { actsCommand } from './acts-command.ts';
import { adjustCommands } from './adjust-commands.ts';
import { announcementCommands } from './announcement-commands.ts';
import { auditCommand } from './audit-command.ts';
import { codeCommands } from './code-commands.ts';
import type { Command } from './command.ts';
import { contractCommands } from './contract-commands.ts';
import { deployCommand } from './deploy-command.ts';
import { depositCommands } from './deposit-commands.ts';
import { eraseCommand } from './erase-command.ts';
import { exportCommands } from './export-commands.ts';
import { fundCommand } from './fund-command.ts';
import { memberCommands } from './member-commands.ts';
import { migrateCommand } from './migrate-command.ts';
import { payoutCommands } from './payout-commands.ts';
import { pollCommands } from './poll-commands.ts';
import { supportCommands } from './support-commands.ts';
import { termsCommands } from './terms-commands.ts';
import { verifyProofCommand } from './verify-proof-command.ts';

/** The operator's commands. Each prints what it did. */
export const commands: readonly Command[] = [
  migrateCommand,
  ...memberCommands,
  ...supportCommands,
  eraseCommand,
  ...announcementCommands,
  ...pollCommands,
  ...codeCommands,
  ...termsCommands,
  fundCommand,
  auditCommand,
  ...adjustCommands,
  verifyProofCommand,
  deployCommand,
  ...contractCommands,
  ...depositCommands,
  ...payoutCommands,
  ...exportCommands,
  actsCommand,
];
