import type home from '../../../public/locales/en/home.json';

export type HomeTexts = typeof home;
