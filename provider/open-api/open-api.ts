import { contract } from '../../src/lib/api/contract/contract.ts';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { type ErrorCode, errorStatuses } from '../../src/lib/api/contract/error-codes.ts';
import { errorsOf, extensions } from '../../src/lib/api/contract/extensions.ts';
import {
  describeSchema,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type OperationResponse,
  type Parameter,
  type PathItem,
} from './describe-schema.ts';

/** The contract as an OpenAPI 3.1 document. */
export function createOpenApiDocument({ serverUrl }: { serverUrl: string }): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { Refusal: refusalSchema };
  const paths: Record<string, PathItem> = {};
  const calls: Record<keyof typeof summaries, CallDefinition> = { ...contract, ...extensions };
  for (const [name, summary] of Object.entries(summaries)) {
    if (!isCallName(name, calls)) throw new Error(`${name} is not a call of the contract`);
    const call = calls[name];
    const operation = describeCall(name, summary, call, schemas);
    paths[call.path] = { ...paths[call.path], ...(call.method === 'GET' ? { get: operation } : { post: operation }) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'JuFi API', version: '1.0.0', description: INTRODUCTION },
    servers: [{ url: serverUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      parameters: PARAMETERS,
      headers: { RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 0 } } },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in: ends after 30 idle minutes or 12 hours.' },
      },
    },
  };
}

const INTRODUCTION = [
  'A success is HTTP 200 with code 0 and its data; a refusal is 4xx or 5xx with a code, a message for people and a request id.',
  '401 and 403 only ever mean that the session is over.',
  'Amounts are decimal strings, rates are whole basis points, times are UTC.',
  'A call that moves value takes an Idempotency-Key: the same key with the same body gives the first answer again for 24 hours.',
  'Any call can also be sent as a POST to /router, named in X-Api-Call (“GET /staking/info”), its query in X-Api-Query, its body unchanged.',
].join('\n\n');

const TAGS: Record<string, string> = {
  account: 'Signing in and out',
  profile: 'The member, their team, bonuses and roles',
  dashboard: 'Public figures, announcements and the vote',
  wallet: 'Balances, transfers and transactions',
  sales: 'Treasury purchases, JU power, insurance and the points score',
  staking: 'Stakes, turbo charge and claims',
};

const PARAMETERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A UUID made for this one intent, kept and sent again on every retry.',
    schema: { type: 'string', format: 'uuid' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'One of the app’s codes, or BCP 47 tags; English otherwise.',
    schema: { type: 'string', default: 'en' },
  },
  Platform: { name: 'Platform', in: 'header', required: false, schema: { type: 'string', examples: ['WEB'] } },
};

function isCallName<Name extends string>(name: string, calls: Record<Name, CallDefinition>): name is Name {
  return Object.hasOwn(calls, name);
}

function describeCall(name: string, summary: string, call: CallDefinition, schemas: Record<string, JsonSchema>): Operation {
  const [, tag = ''] = call.path.split('/');
  const session: Record<string, string[]> = { session: [] };
  const shared = [...(call.idempotent ? ['IdempotencyKey'] : []), 'AcceptLanguage', 'Platform'];
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: { public: [], optional: [{}, session], session: [session] }[call.auth],
    parameters: [...describeQuery(call, schemas), ...shared.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` }))],
    ...(call.body && {
      // A POST with a query has its input there.
      requestBody: {
        required: call.query === undefined,
        content: { 'application/json': { schema: describeSchema(call.body, 'given', schemas) } },
      },
    }),
    responses: describeAnswers(call, schemas),
  };
}

function describeQuery(call: CallDefinition, schemas: Record<string, JsonSchema>): Parameter[] {
  if (!call.query) return [];
  const { required = [] } = describeSchema(call.query, 'given', {});
  return Object.entries(call.query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: describeSchema(schema, 'meant', schemas),
  }));
}

/** A call's success response and, by status, all refusals it can give. */
function describeAnswers(call: CallDefinition, schemas: Record<string, JsonSchema>): Record<string, OperationResponse> {
  const success: JsonSchema = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: 0 }, message: { const: 'OK' }, data: describeSchema(call.output, 'given', schemas) },
  };
  return { 200: { description: 'Done.', content: { 'application/json': { schema: success } } }, ...describeRefusals(call) };
}

/** The schema of every refusal. */
const refusalSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorStatuses) },
    message: { type: 'string', description: 'For people, in the language that was asked for.' },
    detail: {
      type: 'object',
      description: 'More for programs. VALIDATION_FAILED names each field and why it was refused.',
      properties: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
      examples: [{ fields: { amount: 'FORMAT' } }],
    },
    requestId: { type: 'string', description: 'To quote when asking about it.' },
  },
};

function describeRefusals(call: CallDefinition): Record<string, OperationResponse> {
  const codesByStatus = Map.groupBy(errorsOf(call), (code) => errorStatuses[code]);
  return Object.fromEntries([...codesByStatus].map(([status, codes]) => [String(status), describeRefusal(status, codes)]));
}

function describeRefusal(status: number, codes: ErrorCode[]): OperationResponse {
  const schema: JsonSchema = {
    allOf: [{ $ref: '#/components/schemas/Refusal' }, { type: 'object', properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.join(', '),
    ...(status === 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: { 'application/json': { schema } },
  };
}

/** A summary of each call for the OpenAPI document. */
const summaries: Record<keyof typeof contract | keyof typeof extensions, string> = {
  nonce: 'Returns a message to sign (EIP-4361). It can be used once, within 5 minutes, by the address it was made for.',
  authenticateWalletAddress: 'Exchanges the signed message for a session; the first sign-in of an address creates the member.',
  logout: 'Ends the session.',
  sessions: 'The member’s active sessions: how and when each began, when it was last used and when it ends.',
  endOtherSessions: 'Ends every session of the member except the caller’s.',
  notices:
    'What happened in the last 30 days: money received and credited, what matured or vested, privileges, votes, pinned announcements.',
  noticeMark: 'The number of notices that the member has not read.',
  seeNotices: 'Marks all notices up to a moment as read.',
  calendarFeed: 'When the secret address of the member’s calendar was created; null without one.',
  openCalendarFeed:
    'Creates that address and returns it, only here: `GET {path}` below the API’s address returns an iCalendar file without amounts. The previous address ends.',
  closeCalendarFeed: 'Ends the address.',
  push: 'The operator’s public key for Web Push, and the member’s browsers that get notifications.',
  subscribePush: 'Turns on a browser’s notifications, by default without amounts. Its push service must be on the public network.',
  unsubscribePush: 'Turns off a browser’s notifications.',
  exchangeToken: 'Exchanges a login link’s token for a session token, once. Until then, the link’s token is accepted by userInfo only.',
  userInfo: 'The signed-in member.',
  referBy:
    'Binds the member to the one who invited them: once, within 30 days of joining, in a session that the wallet signed for in the last ten minutes. It can be undone for 24 hours.',
  referralBinding: 'The referrer named after joining, while that can be undone.',
  undoReferBy: 'Undoes the referrer named in the last 24 hours, and cancels the bonuses held for it.',
  referralInfo: 'The member’s invitation and what it has earned; with a code, the member it belongs to.',
  myTeam: 'The three levels below the member, or below one of them, and the member’s own figures.',
  editUserProfile: 'Changes username, picture or language. With check, only says whether the username is free.',
  editUid: 'Changes the uid, once every 90 days. With check, only says whether it is free.',
  activeCode: 'Redeems an activation code.',
  memberRolesList: 'The roles, their prices and what they give.',
  purchaseMemberRoles: 'Buys a higher role, for its price minus what was already paid for roles.',
  claimMemberPrivilege: 'Claims the role’s privilege, once every 30 days.',
  claimInfo: 'What can be claimed now, and when more becomes claimable.',
  bonusInfo: 'Bonuses so far, in USDT.',
  bonusLog: 'Each bonus, newest first.',
  claimAll: 'Claims all that is due of several kinds at once, with a line for each.',
  claimBonus: 'Claims every claimable bonus.',
  dashboardHome: 'The service’s public figures; with a session, the member’s own too.',
  announcementList: 'Announcements, pinned ones first and then the newest; or the one with a slug.',
  vote: 'Votes in the current poll, with the JU power that the member had when it opened. Can be changed until it ends.',
  jufPriceByHour: 'JUF’s average price in each hour of the last day.',
  portfolioHistory: 'What the member owned at the end of each UTC day, in US dollars; the last is now.',
  outlook:
    'The member’s month so far in parts (returns, bonuses, privileges, vested discount, price), what has matured, and what comes next with its date.',
  yearStatement: 'A calendar year of the member: balances, receipts with their value on their day, and gains by FIFO.',
  announcementSearch: 'Announcements that contain a text, in the caller’s language, or in English where they are not translated.',
  serviceTerms: 'The rates, fees, periods and shares now in force, and what can be done with USDT.',
  servicePools: 'The pools that pay returns, covers and bonuses, and how much of them is promised.',
  serviceStatus: 'The newest block of the chain that the service knows, and when the price was last read.',
  pollWeight: 'The weight of the member’s vote in the current poll: the JU power they had when it opened.',
  walletOverview: 'Balances, their value, and pending deposits.',
  walletTransferTerms: 'Limits, fees and the data to sign (EIP-712) for a transfer, and the recipient.',
  walletTransfer: 'Moves funds to another member, or to the member’s own address on the chain. Signed by the wallet.',
  orderTerms:
    'What the session alone can still spend and lock within 24 hours, in each token, and the data to sign (EIP-712) for purchases and stakes above that.',
  walletTransactionList: 'The member’s ledger movements, newest first; `from` is inclusive, `to` exclusive.',
  treasuryList: 'The packages on sale, the price of JUF and the rest of the minting cap.',
  purchaseTreasury: 'Buys JUF for USDT, which vests by the second. Refused if the price has risen above maxPrice.',
  purchaseTreasuryHistory: 'The member’s purchases and how far they have vested.',
  juPowerInfo: 'The member’s JU power, its parts and its history.',
  cancelJuTokenInsurance: 'Ends a cover and refunds the unused share of its premium.',
  cancelInsuranceList: 'The member’s covers, newest first.',
  juScoreLevels: 'The points that each level needs, and how much it lowers the transfer fee.',
  juScoreInfo: 'Points, level, and what can be claimed or bought.',
  juScorePurchase: 'Buys points.',
  juScoreClaim: 'Claims the points of the day; a missed day ends the streak.',
  juScoreHistory: 'Points given and bought, newest first.',
  stakingInfo: 'The member’s stake, tiers, periods, turbo charge, and the pool that returns are paid from.',
  stakingList: 'The member’s positions, newest first.',
  stakingPurchase: 'Stakes JUF for a period. The greatest possible return is reserved at once.',
  turboCharge: 'Raises a position’s rate for 30 days and burns JU for it.',
  turboChargeList: 'Turbo charges, newest first.',
  claimRoi: 'Claims the return of one position, or of all.',
  withdrawCapital: 'Returns the stake after maturity, with its unclaimed return.',
  claimJuf: 'Claims vested JUF of one purchase, or of all.',
};
