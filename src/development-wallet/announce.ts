export function announceDevelopmentWallet(host: Window): void {
  void host;
}
