/** From the chain's public listings. JUF isn't listed, and USDT is listed with two conflicting addresses. */
export const productAddresses = {
  router: '0x09f58Aa3C7A8101062855C66E43a83920EB23511',
  factory: '0xCcbcecDd7d8D115Df79fc85847F38F9A5965326c',
  wju: '0x4d1B49B424afd7075d3c063adDf97D5575E1c7E2',
} as const;
