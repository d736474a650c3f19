import { atom } from 'nanostores';
import type { UserInfo } from '../lib/api/contract/user-info.ts';

/** The member who is signing in again without leaving the page; null otherwise. */
export const $renewal = atom<UserInfo | null>(null);
