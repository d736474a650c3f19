import type { DialogTexts } from '../action/action-texts.ts';
import type { RolesTexts } from '../roles/roles-texts.ts';
import type { ScoreTexts } from '../score/score-texts.ts';
import type { StakingTexts } from '../staking/staking-texts.ts';
import type { HomeTexts } from './home-texts.ts';

export interface ClaimTexts extends Pick<HomeTexts, 'claims' | 'claimAll'>, DialogTexts {
  /** What /staking says of a claim, which holds for each. */
  claim: StakingTexts['claim'];
  dialog: StakingTexts['dialog'];
  /** That insurance ends with what is claimed. */
  uncovered: string;
  roles: Pick<RolesTexts, 'privilege' | 'points'>;
  score: Pick<ScoreTexts, 'claim' | 'overview' | 'points'>;
}
