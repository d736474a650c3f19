import { bonus } from '../../src/lib/api/contract/bonuses.ts';
import { claimInfo } from '../../src/lib/api/contract/claim-info.ts';
import { announcement, poll, portfolio } from '../../src/lib/api/contract/dashboard.ts';
import { insurance } from '../../src/lib/api/contract/insurance.ts';
import { memberRole } from '../../src/lib/api/contract/roles.ts';
import {
  address,
  amountText,
  bytes32,
  count,
  day,
  id,
  languageCode,
  positiveAmount,
  priceText,
  rate,
  time,
  uid,
  usdText,
  walletType,
} from '../../src/lib/api/contract/scalars.ts';
import { scoreEntry } from '../../src/lib/api/contract/score.ts';
import { stakingPosition, turboCharge } from '../../src/lib/api/contract/staking-position.ts';
import { teamMember } from '../../src/lib/api/contract/team.ts';
import { transaction, transactionKind } from '../../src/lib/api/contract/transaction.ts';
import { recipient, transferIntent } from '../../src/lib/api/contract/transfer.ts';
import { treasuryPurchase } from '../../src/lib/api/contract/treasury-history.ts';
import { treasuryPackage } from '../../src/lib/api/contract/treasury.ts';
import { role, sponsor, userInfo } from '../../src/lib/api/contract/user-info.ts';
import { reserveProof, walletBalance } from '../../src/lib/api/contract/wallet.ts';
import { z } from '../../src/lib/api/contract/zod.ts';

/** The part of OpenAPI 3.1 that the contract needs. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
  };
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface PathItem {
  get?: Operation;
  post?: Operation;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: JsonContent };
  responses: Record<string, OperationResponse>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface OperationResponse {
  description: string;
  headers?: Record<string, Reference>;
  content: JsonContent;
}

export interface Reference {
  $ref: string;
}

interface JsonContent {
  'application/json': { schema: JsonSchema };
}

interface Meta {
  id: string;
  description?: string;
  examples?: (string | number)[];
}

/** Schemas that appear once in the document and are referenced elsewhere. */
const named = z.registry<Meta>();

const scalars: [z.ZodMiniType, Meta][] = [
  [
    amountText,
    { id: 'Amount', description: 'Whole tokens as a decimal string: no sign, no exponent, at most 60 digits.', examples: ['1250.5'] },
  ],
  [
    positiveAmount,
    { id: 'PositiveAmount', description: 'An Amount above zero, with no more fraction digits than its token has.', examples: ['100'] },
  ],
  [priceText, { id: 'Price', description: 'USDT for one token as a decimal string with at most 18 fraction digits.', examples: ['1.042'] }],
  [usdText, { id: 'Usd', description: 'US dollars as a decimal string, rounded down to 6 fraction digits.', examples: ['1303.021'] }],
  [rate, { id: 'Rate', description: 'Basis points: 100 are one per cent.', examples: [250] }],
  [count, { id: 'Count', description: 'A whole number from zero.', examples: [3] }],
  [id, { id: 'Id', description: 'A UUIDv7.', examples: ['019a8d2f-7b1c-7def-8abc-0123456789ab'] }],
  [time, { id: 'Time', description: 'ISO 8601 in UTC with milliseconds.', examples: ['2026-01-31T12:00:00.000Z'] }],
  [day, { id: 'Day', description: 'A UTC day.', examples: ['2026-01-31'] }],
  [
    address,
    {
      id: 'Address',
      description: 'EIP-55. Sent in mixed case, it must carry a right checksum.',
      examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    },
  ],
  [bytes32, { id: 'Bytes32', description: '32 bytes in lower-case hexadecimal digits.' }],
  [uid, { id: 'Uid', description: 'A member’s public name for others to type.', examples: ['k7m2p9xa'] }],
  [walletType, { id: 'WalletType' }],
  [
    languageCode,
    { id: 'Language', description: 'The app’s own codes: vn, kr, jp and tw are Vietnamese, Korean, Japanese and Traditional Chinese.' },
  ],
  [transactionKind, { id: 'TransactionKind' }],
];

const entities: [z.ZodMiniType, string][] = [
  [userInfo, 'UserInfo'],
  [sponsor, 'Sponsor'],
  [role, 'Role'],
  [claimInfo, 'ClaimInfo'],
  [transaction, 'Transaction'],
  [poll, 'Poll'],
  [portfolio, 'Portfolio'],
  [announcement, 'Announcement'],
  [teamMember, 'TeamMember'],
  [memberRole, 'MemberRole'],
  [bonus, 'Bonus'],
  [walletBalance, 'WalletBalance'],
  [reserveProof, 'ReserveProof'],
  [recipient, 'Recipient'],
  [transferIntent, 'TransferIntent'],
  [treasuryPackage, 'TreasuryPackage'],
  [treasuryPurchase, 'TreasuryPurchase'],
  [insurance, 'Insurance'],
  [scoreEntry, 'ScoreEntry'],
  [stakingPosition, 'StakingPosition'],
  [turboCharge, 'TurboCharge'],
];

for (const [schema, meta] of scalars) named.add(schema, meta);
for (const [schema, name] of entities) named.add(schema, { id: name });

/**
 * A schema in the document's format; adds referenced ones to `schemas`. `given` is what a client sends, `meant` the value a query parameter
 * represents.
 */
export function describeSchema(schema: z.core.$ZodType, side: 'given' | 'meant', schemas: Record<string, JsonSchema>): JsonSchema {
  const json = pointToComponents(z.toJSONSchema(schema, { metadata: named, io: side === 'given' ? 'input' : 'output' }));
  for (const [name, definition] of Object.entries(json.$defs ?? {})) schemas[name] = bare(definition);
  if (json.id === undefined) return bare(json);
  schemas[json.id] = bare(json);
  return { $ref: `#/components/schemas/${json.id}` };
}

/** Turns local definitions into references to the document's own. */
function pointToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

/** Removes what only a stand-alone document needs. */
function bare(schema: JsonSchema): JsonSchema {
  const rest = { ...schema };
  for (const key of ['$schema', '$defs', 'id'] as const) Reflect.deleteProperty(rest, key);
  return rest;
}
