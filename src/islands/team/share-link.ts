interface Sharing {
  share?: (data: { url: string; text: string }) => Promise<void>;
  clipboard?: { writeText: (text: string) => Promise<void> };
}

/**
 * Opens the system's share sheet, or copies the link to the clipboard if there is none. Closing the sheet shares nothing and shows no
 * message.
 */
export async function shareLink(device: Sharing, { url, text }: { url: string; text: string }): Promise<'shared' | 'copied' | 'nothing'> {
  try {
    if (device.share) {
      await device.share({ url, text });
      return 'shared';
    }
    if (!device.clipboard) return 'nothing';
    await device.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'nothing';
  }
}
