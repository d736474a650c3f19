// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/**
 * @title SignatureProbe
 * @notice Asks an account whether it signed. Never deployed: an `eth_call` runs the creation code, and the constructor
 * returns one byte, 1 for yes, where other constructors return the contract's code.
 * @dev Whatever the called contracts do (revert, burn all gas, return megabytes), the probe itself returns 0. A failing
 * `eth_call` therefore means that the node failed, and nothing a client sends can look like a broken chain. Error codes
 * can't tell the two apart: they differ between nodes. The calls are in assembly because Solidity's own would copy all
 * that is returned.
 */
contract SignatureProbe {
    /// @dev Enough for a factory and for a passkey verified in Solidity, too little for a hostile contract to stall the
    /// node. The caller allows for both calls and the probe itself.
    uint256 private constant GAS_PER_CALL = 8_000_000;

    /// @param factory Creates the account first (ERC-6492), or zero.
    constructor(address account, bytes32 hash, bytes memory signature, address factory, bytes memory factoryCalldata) {
        if (factory != address(0)) {
            assembly ("memory-safe") {
                // Whether it succeeds doesn't matter, only what the account says afterwards.
                pop(call(GAS_PER_CALL, factory, 0, add(factoryCalldata, 0x20), mload(factoryCalldata), 0, 0))
            }
        }
        bytes memory question = abi.encodeCall(IERC1271.isValidSignature, (hash, signature));
        bytes32 yes = IERC1271.isValidSignature.selector;
        assembly ("memory-safe") {
            // The answer goes to clean memory: the selector is the magic value itself, so an account that returns
            // nothing must not have its own calldata read back as a yes.
            mstore(0, 0)
            let success := staticcall(GAS_PER_CALL, account, add(question, 0x20), mload(question), 0, 0x20)
            let isSigned := and(and(success, gt(returndatasize(), 0x1f)), eq(mload(0), yes))
            mstore8(0, isSigned)
            return(0, 1)
        }
    }
}
