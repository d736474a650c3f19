import type home from '../../../public/locales/en/home.json';

/** The texts of `/home`, in the page's language. */
export type HomeTexts = typeof home;
