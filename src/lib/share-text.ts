interface Sharing {
  share?: (data: { text: string }) => Promise<void>;
  clipboard?: { writeText: (text: string) => Promise<void> };
}

/** Opens the system's share sheet, or copies to the clipboard if there is none. Closing the sheet shares nothing and isn't a failure. */
export async function shareText(device: Sharing, text: string): Promise<'shared' | 'copied' | 'nothing'> {
  try {
    if (device.share) {
      await device.share({ text });
      return 'shared';
    }
    if (!device.clipboard) return 'nothing';
    await device.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'nothing';
  }
}
