/** Icons are drawn on a 24 px square with a 1.5 px line; each is one path. */
export const iconPaths = {
  home: 'M3 11.2 12 4l9 7.2M5.5 9.5V20h13V9.5M10 20v-5.5h4V20',
  treasury: 'M4 5h16v14H4zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M12 9.2V8M12 16v-1.2M6.5 19v1.5M17.5 19v1.5',
  news: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M3.5 12h17M12 3.5c-5 4.7-5 12.3 0 17M12 3.5c5 4.7 5 12.3 0 17',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
  arrow: 'M5 12h14M13.5 6.5 19 12l-5.5 5.5',
  left: 'M14.5 6.5 9 12l5.5 5.5',
  right: 'M9.5 6.5 15 12l-5.5 5.5',
  down: 'M6.5 9.5 12 15l5.5-5.5',
  plus: 'M12 5v14M5 12h14',
  ext: 'M10 5H5v14h14v-5M13.5 5H19v5.5M19 5l-8.5 8.5',
  out: 'M10 5H5v14h5M9.5 12H20M16 8l4 4-4 4',
  alert: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3h.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.7h.01',
} as const;

export type IconName = keyof typeof iconPaths;
