/** The development announcements, and how many days before the first start each was published. */
export const announcementSchedule: readonly { folder: string; daysAgo: number; firstSlug?: string }[] = [
  { folder: 'ten-languages', daysAgo: 84 },
  { folder: 'stay-safe', daysAgo: 60 },
  { folder: 'member-roles', daysAgo: 44 },
  { folder: 'turbo-charge', daysAgo: 31 },
  { folder: 'reserves-page', daysAgo: 18 },
  { folder: 'vote-on-reward-pool', daysAgo: 7 },
  // Published under another address and then moved, to have a link that redirects.
  { folder: 'cancel-insurance-any-time', daysAgo: 4, firstSlug: 'insurance-cancellation' },
  { folder: 'chain-upgrade', daysAgo: 1 },
];
