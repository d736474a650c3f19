/** Saves a file to the device. */
export function downloadFile(name: string, content: string, type: 'text/csv' | 'text/calendar' = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Leaves the browser time to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
