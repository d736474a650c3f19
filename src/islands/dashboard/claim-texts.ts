import type { DialogTexts } from '../action/action-texts.ts';
import type { RolesTexts } from '../roles/roles-texts.ts';
import type { ScoreTexts } from '../score/score-texts.ts';
import type { StakingTexts } from '../staking/staking-texts.ts';
import type { HomeTexts } from './home-texts.ts';

export interface ClaimTexts extends Pick<HomeTexts, 'claims' | 'claimAll'>, DialogTexts {
  /** The texts of `/staking` that hold for every claim. */
  claim: StakingTexts['claim'];
  dialog: StakingTexts['dialog'];
  /** Warns that claiming ends the insurance of that part. */
  uncovered: string;
  roles: Pick<RolesTexts, 'privilege' | 'points'>;
  score: Pick<ScoreTexts, 'claim' | 'overview' | 'points'>;
}
