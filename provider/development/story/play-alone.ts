import { releaseExpiredCodes } from '../../modules/codes/release-expired-codes.ts';
import { earnPremiums } from '../../modules/insurance/earn-premiums.ts';
import { settleDueInsurances } from '../../modules/insurance/settle-due-insurances.ts';
import { referBy } from '../../modules/profile/refer-by.ts';
import { reserveDuePrivileges } from '../../modules/roles/reserve-due-privileges.ts';
import type { Services } from '../../provider-services.ts';
import { cast } from './cast.ts';
import type { Scene } from './scene.ts';
import { gatherPlayers, playerOf } from './stage.ts';

export type LoneScene = Extract<Scene, { alone: unknown }>;

/** `services` must be those of the scene's moment. An interrupted scene can be played again: nothing is done twice. */
export async function playAlone(services: Services, scene: LoneScene): Promise<void> {
  if (scene.who === null) return runJobs(services, scene.at);
  const players = await gatherPlayers(services.database);
  const player = playerOf(players, scene.who);
  const sponsor = cast[scene.who]?.sponsor ?? null;
  if (sponsor === null || player.referrerId !== null) return;
  const session = { member: player, kind: 'WALLET', beganAt: scene.at } as const;
  await referBy(services, session, playerOf(players, sponsor).referralCode);
}

/** The jobs that move value; the others only clean up. */
async function runJobs(services: Services, now: Date): Promise<void> {
  await settleDueInsurances(services, now);
  await earnPremiums(services, now);
  await reserveDuePrivileges(services);
  await releaseExpiredCodes(services);
}
