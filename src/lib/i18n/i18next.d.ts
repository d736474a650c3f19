import type action from '../../../public/locales/en/action.json';
import type announcements from '../../../public/locales/en/announcements.json';
import type bonuses from '../../../public/locales/en/bonuses.json';
import type common from '../../../public/locales/en/common.json';
import type errors from '../../../public/locales/en/errors.json';
import type find from '../../../public/locales/en/find.json';
import type home from '../../../public/locales/en/home.json';
import type info from '../../../public/locales/en/info.json';
import type landing from '../../../public/locales/en/landing.json';
import type notices from '../../../public/locales/en/notices.json';
import type profile from '../../../public/locales/en/profile.json';
import type reserves from '../../../public/locales/en/reserves.json';
import type roles from '../../../public/locales/en/roles.json';
import type settings from '../../../public/locales/en/settings.json';
import type score from '../../../public/locales/en/score.json';
import type search from '../../../public/locales/en/search.json';
import type session from '../../../public/locales/en/session.json';
import type staking from '../../../public/locales/en/staking.json';
import type team from '../../../public/locales/en/team.json';
import type treasury from '../../../public/locales/en/treasury.json';
import type wallet from '../../../public/locales/en/wallet.json';
import type swap from '../../../public/locales/en/swap.json';
import type year from '../../../public/locales/en/year.json';
import type walletApp from '../../../public/locales/en/wallet-app.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    /** Keys are typed after the English files, so a wrong key is a compile error. */
    resources: {
      common: typeof common;
      session: typeof session;
      landing: typeof landing;
      find: typeof find;
      home: typeof home;
      announcements: typeof announcements;
      action: typeof action;
      staking: typeof staking;
      treasury: typeof treasury;
      errors: typeof errors;
      wallet: typeof wallet;
      swap: typeof swap;
      bonuses: typeof bonuses;
      profile: typeof profile;
      notices: typeof notices;
      roles: typeof roles;
      settings: typeof settings;
      score: typeof score;
      team: typeof team;
      info: typeof info;
      reserves: typeof reserves;
      search: typeof search;
      year: typeof year;
      'wallet-app': typeof walletApp;
    };
  }
}
