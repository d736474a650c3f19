export const priceWatchingRecipient = {
  abi: [{ stateMutability: 'payable', type: 'receive' }],
  bytecode: '0x60808060405234601357601c908160188239f35b5f80fdfe36156008575f80fd5b600e6010565b005b3a15601a575b6016565b56',
} as const;
