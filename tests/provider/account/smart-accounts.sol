// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

// Smart accounts, good and hostile, for the tests of signing in. Their bytecode stands in smart-accounts.ts, compiled by npm's solc with the
// optimizer (200 runs), for cancun, without metadata.

/// Signs with one owner's key (ERC-1271).
contract OwnerAccount {
    address public owner;

    constructor(address _owner) {
        owner = _owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer == owner && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Accounts at addresses known before they are deployed (ERC-6492).
contract AccountFactory {
    function deploy(address owner) external returns (address) {
        return address(new OwnerAccount{salt: 0}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes32 initHash = keccak256(abi.encodePacked(type(OwnerAccount).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), initHash)))));
    }
}

/// Answers any call with success and nothing.
contract SilentAccount {
    fallback() external {}
}

/// Answers any call with what it was asked, which begins with the magic value.
contract EchoAccount {
    fallback(bytes calldata question) external returns (bytes memory) {
        return question;
    }
}

/// Answers with 31 bytes of the magic value: one too few for an ABI answer.
contract ShortAccount {
    fallback() external {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 31)
        }
    }
}

/// Answers the magic value with something behind it in the same word.
contract DirtyAccount {
    fallback() external {
        assembly {
            mstore(0, or(shl(224, 0x1626ba7e), 1))
            return(0, 32)
        }
    }
}

contract RevertingAccount {
    fallback() external {
        revert("no");
    }
}

/// Never comes to an end.
contract GreedyAccount {
    fallback() external {
        assembly {
            for {} 1 {} {}
        }
    }
}

/// Answers with a megabyte.
contract BombAccount {
    fallback() external {
        assembly {
            return(0, 1000000)
        }
    }
}

/// Reverts with a megabyte.
contract RevertBombAccount {
    fallback() external {
        assembly {
            revert(0, 1000000)
        }
    }
}
