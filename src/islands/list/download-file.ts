/** Browsers start to read the address after the click, and none says when it has done so. */
const READ_WITHIN_MS = 10_000;

/** Saves a file to the device. */
export function downloadFile(name: string, content: string, type: 'text/csv' | 'text/calendar' = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
