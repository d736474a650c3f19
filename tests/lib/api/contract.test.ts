import { describe, expect, expectTypeOf, it } from 'vitest';
import { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, CallDefinition, DataOf, InputOf, QueryOf, SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { errorStatuses, isErrorCode, isSessionError } from '../../../src/lib/api/contract/error-codes.ts';
import { errorsOf, extensions } from '../../../src/lib/api/contract/extensions.ts';

/** The required calls: method and path, who may call, and whether it moves value. */
const SPECIFIED = `
  GET /account/nonce public
  POST /account/authenticate/walletAddress public
  GET /profile/userInfo session
  POST /profile/referBy session
  GET /dashboard/home optional
  GET /dashboard/announcementList public
  POST /dashboard/vote session
  GET /profile/myTeam session
  GET /profile/referralInfo session
  GET /wallet/overview session
  POST /profile/editUserProfile session
  GET /wallet/transfer session
  POST /wallet/transfer session value
  POST /profile/claimMemberPrivilege session value
  GET /profile/bonusLog session
  GET /profile/bonusInfo session
  POST /profile/claimBonus session value
  GET /profile/memberRolesList session
  POST /profile/purchaseMemberRoles session value
  GET /profile/claimInfo session
  POST /profile/activeCode session value
  POST /profile/editUid session
  GET /wallet/transaction/list session
  GET /sales/treasuryList session
  GET /sales/purchaseTreasuryHistory session
  POST /sales/purchaseTreasury session value
  GET /sales/juPowerInfo session
  POST /sales/cancelJuTokenInsurance session value
  GET /sales/cancelInsurance/list session
  GET /sales/juScore/info session
  POST /sales/juScore/purchase session value
  POST /sales/juScore/claim session value
  GET /sales/juScore/history session
  GET /staking/stakingList session
  GET /staking/info session
  POST /staking/stakingPurchase session value
  GET /staking/turboChargeList session
  POST /staking/turboCharge session value
  POST /staking/claimRoi session value
  POST /staking/withdrawCapital session value
  POST /staking/claimJuf session value
`;

const specified = SPECIFIED.trim()
  .split('\n')
  .map((row) => row.trim());
const calls: [string, CallDefinition][] = Object.entries({ ...contract, ...extensions });

function rowOf({ method, path, auth, idempotent }: CallDefinition): string {
  return `${method} ${path} ${auth}${idempotent ? ' value' : ''}`;
}

describe('the contract', () => {
  it('has all required calls and no others', () => {
    expect(specified).toHaveLength(41);
    expect(Object.values(contract).map(rowOf).toSorted()).toEqual(specified.toSorted());
  });

  it('keeps extensions in a separate table', () => {
    expect(Object.values(extensions).map(rowOf).toSorted()).toEqual([
      'GET /account/calendarFeed session',
      'GET /account/noticeMark session',
      'GET /account/notices session',
      'GET /account/push session',
      'GET /account/sessions session',
      'GET /dashboard/announcementSearch public',
      'GET /dashboard/jufPriceByHour public',
      'GET /dashboard/outlook session',
      'GET /dashboard/pollWeight session',
      'GET /dashboard/pools public',
      'GET /dashboard/portfolioHistory session',
      'GET /dashboard/status public',
      'GET /dashboard/terms public',
      'GET /profile/referralBinding session',
      'GET /sales/juScore/levels session',
      'GET /wallet/orderTerms session',
      'GET /wallet/yearStatement session',
      'POST /account/closeCalendarFeed session',
      'POST /account/endOtherSessions session',
      'POST /account/exchangeToken session',
      'POST /account/logout session',
      'POST /account/openCalendarFeed session',
      'POST /account/seeNotices session',
      'POST /account/subscribePush session',
      'POST /account/unsubscribePush session',
      'POST /profile/claimAll session value',
      'POST /profile/undoReferBy session',
    ]);
  });

  it.each(calls)('%s takes its input as its method demands', (_name, call) => {
    if (call.method === 'GET') expect(call.body).toBeUndefined();
    else expect(call.body).toBeDefined();
    // An address that is only read must never move value.
    if (call.idempotent) expect(call.method).toBe('POST');
  });

  it.each(calls.filter(([, { method }]) => method === 'POST'))('%s refuses unknown fields', (_name, call) => {
    for (const schema of [call.body, call.query]) {
      const issues = schema?.safeParse({ surprise: '1' }).error?.issues ?? [];
      if (schema) expect(issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'] }));
    }
  });

  it.each(calls)('%s lists its refusals once, and answers 401 and 403 about the session only', (_name, call) => {
    const codes = errorsOf(call);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(call.errors).size).toBe(call.errors.length);
    expect(
      codes.filter((code) => isSessionError(errorStatuses[code])).every((code) => code === 'UNAUTHENTICATED' || code === 'MEMBER_BLOCKED'),
    ).toBe(true);
    expect(codes.includes('UNAUTHENTICATED')).toBe(call.auth !== 'public');
  });
});

describe('error codes', () => {
  it('use 401, 403 and 409 only as required', () => {
    const codesOf = (status: number): string[] => Object.entries(errorStatuses).flatMap(([code, its]) => (its === status ? [code] : []));
    expect(codesOf(401)).toEqual(['UNAUTHENTICATED']);
    expect(codesOf(403)).toEqual(['MEMBER_BLOCKED']);
    expect(codesOf(409)).toEqual(['IDEMPOTENCY_KEY_REUSED', 'POOL_DRAINED', 'PRICE_UNAVAILABLE']);
    expect(codesOf(501)).toEqual([]);
  });

  it('are all used by a call or by every request', () => {
    const used = new Set<string>([...calls.flatMap(([, call]) => errorsOf(call)), 'NOT_FOUND', 'METHOD_NOT_ALLOWED']);
    expect(Object.keys(errorStatuses).filter((code) => !used.has(code))).toEqual([]);
  });

  it('are distinguished from other words', () => {
    expect(isErrorCode('POLL_CLOSED')).toBe(true);
    for (const word of ['poll_closed', 'toString', '', 0, null, undefined]) expect(isErrorCode(word)).toBe(false);
  });
});

describe('types', () => {
  it('distinguish what a client sends from what the provider has', () => {
    expectTypeOf<InputOf<typeof contract.walletTransactionList>>().toMatchObjectType<{ page?: number | null | undefined }>();
    expectTypeOf<QueryOf<typeof contract.walletTransactionList>['page']>().toEqualTypeOf<number>();
    expectTypeOf<InputOf<typeof contract.walletTransferTerms>['walletType']>().toEqualTypeOf<'JU' | 'JUF' | 'USDT'>();
    expectTypeOf<InputOf<typeof contract.editUserProfile>['check']>().toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf<InputOf<typeof contract.vote>>().toEqualTypeOf<{ pollId: string; optionId: string }>();
    expectTypeOf<BodyOf<typeof contract.authenticateWalletAddress>['address']>().toEqualTypeOf<`0x${string}`>();
    expectTypeOf<DataOf<typeof contract.userInfo>['address']>().toEqualTypeOf<`0x${string}`>();
    expectTypeOf<DataOf<typeof contract.dashboardHome>['jufPrice']>().toEqualTypeOf<bigint | null>();
    expectTypeOf<SentDataOf<typeof contract.dashboardHome>['jufPrice']>().toEqualTypeOf<string | null>();
    expectTypeOf<InputOf<typeof contract.walletTransfer>['maxFee']>().toEqualTypeOf<string>();
    expectTypeOf<InputOf<typeof contract.userInfo>>().toEqualTypeOf<Record<string, never>>();
  });
});
