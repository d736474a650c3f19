import type { calendarFile } from '../../lib/calendar/calendar-file.ts';
import type { downloadFile } from './download-file.ts';

/** Loads the code that composes and saves a calendar file, on demand. */
export async function loadCalendar(): Promise<{ calendarFile: typeof calendarFile; downloadFile: typeof downloadFile }> {
  const [calendar, download] = await Promise.all([import('../../lib/calendar/calendar-file.ts'), import('./download-file.ts')]);
  return { calendarFile: calendar.calendarFile, downloadFile: download.downloadFile };
}
