export const silentToken = {
  abi: [
    {
      inputs: [
        { internalType: 'address', name: 'holder', type: 'address' },
        { internalType: 'uint256', name: 'supply', type: 'uint256' },
      ],
      stateMutability: 'nonpayable',
      type: 'constructor',
    },
    {
      inputs: [
        { internalType: 'address', name: 'holder', type: 'address' },
        { internalType: 'address', name: 'spender', type: 'address' },
      ],
      name: 'allowance',
      outputs: [{ internalType: 'uint256', name: '', type: 'uint256' }],
      stateMutability: 'view',
      type: 'function',
    },
    {
      inputs: [
        { internalType: 'address', name: 'spender', type: 'address' },
        { internalType: 'uint256', name: 'amount', type: 'uint256' },
      ],
      name: 'approve',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
    {
      inputs: [{ internalType: 'address', name: 'holder', type: 'address' }],
      name: 'balanceOf',
      outputs: [{ internalType: 'uint256', name: '', type: 'uint256' }],
      stateMutability: 'view',
      type: 'function',
    },
    {
      inputs: [
        { internalType: 'address', name: 'to', type: 'address' },
        { internalType: 'uint256', name: 'amount', type: 'uint256' },
      ],
      name: 'transfer',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
    {
      inputs: [
        { internalType: 'address', name: 'from', type: 'address' },
        { internalType: 'address', name: 'to', type: 'address' },
        { internalType: 'uint256', name: 'amount', type: 'uint256' },
      ],
      name: 'transferFrom',
      outputs: [],
      stateMutability: 'nonpayable',
      type: 'function',
    },
  ],
  bytecode:
    '0x608034606d57601f6102c038819003918201601f19168301916001600160401b038311848410176071578084926040948552833981010312606d5780516001600160a01b0381169190829003606d5760200151905f525f60205260405f205560405161023a90816100868239f35b5f80fd5b634e487b7160e01b5f52604160045260245ffdfe60806040526004361015610011575f80fd5b5f3560e01c8063095ea7b31461019e57806323b872dd1461013157806370a08231146100fa578063a9059cbb146100a45763dd62ed3e14610050575f80fd5b346100a05760403660031901126100a0576100696101e0565b6100716101f6565b6001600160a01b039182165f908152600160209081526040808320949093168252928352819020549051908152f35b5f80fd5b346100a05760403660031901126100a0576100bd6101e0565b60243590335f525f60205260405f206100d783825461020c565b905560018060a01b03165f525f6020526100f660405f2091825461022d565b9055005b346100a05760203660031901126100a0576001600160a01b0361011b6101e0565b165f525f602052602060405f2054604051908152f35b346100a05760603660031901126100a05761014a6101e0565b6101526101f6565b6044359160018060a01b0316805f52600160205260405f2060018060a01b0333165f5260205260405f2061018784825461020c565b90555f525f60205260405f206100d783825461020c565b346100a05760403660031901126100a0576101b76101e0565b335f9081526001602090815260408083206001600160a01b039094168352929052206024359055005b600435906001600160a01b03821682036100a057565b602435906001600160a01b03821682036100a057565b9190820391821161021957565b634e487b7160e01b5f52601160045260245ffd5b919082018092116102195756',
} as const;
