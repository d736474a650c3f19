import { atomFeed } from '../../../lib/feeds/feed-page.ts';
import { feedRoute } from '../../../lib/feeds/feed-route.ts';

export const prerender = false;

export const GET = feedRoute(atomFeed, 'application/atom+xml');
