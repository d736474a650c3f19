import { z } from 'zod';
import { defaultLimits, type Limits } from './provider-services.ts';

/** The limits an operator can set in the environment. */
export type CallLimits = Pick<
  Limits,
  'callsPerClient' | 'callsAtOncePerClient' | 'callsAtOncePerMember' | 'signUpsPerNetwork' | 'signUpsOverall'
>;

function wholeNumber(most: number) {
  const message = `must be a whole number from 1 to ${most}`;
  return z
    .string()
    .regex(/^[1-9]\d{0,6}$/, message)
    .transform(Number)
    .refine((value) => value <= most, message)
    .optional();
}

/** Their settings, shared by `npm start` and a stand-alone provider. */
export const callLimits = {
  CALLS_PER_MINUTE: wholeNumber(1_000_000),
  CALLS_AT_ONCE_PER_CLIENT: wholeNumber(1_000),
  CALLS_AT_ONCE_PER_MEMBER: wholeNumber(1_000),
  SIGN_UPS_PER_NETWORK: wholeNumber(1_000_000),
  SIGN_UPS_OVERALL: wholeNumber(1_000_000),
};

export function resolveCallLimits(raw: { [Name in keyof typeof callLimits]?: number | undefined }): CallLimits {
  return {
    callsPerClient: raw.CALLS_PER_MINUTE ?? defaultLimits.callsPerClient,
    callsAtOncePerClient: raw.CALLS_AT_ONCE_PER_CLIENT ?? defaultLimits.callsAtOncePerClient,
    callsAtOncePerMember: raw.CALLS_AT_ONCE_PER_MEMBER ?? defaultLimits.callsAtOncePerMember,
    signUpsPerNetwork: raw.SIGN_UPS_PER_NETWORK ?? defaultLimits.signUpsPerNetwork,
    signUpsOverall: raw.SIGN_UPS_OVERALL ?? defaultLimits.signUpsOverall,
  };
}
