// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice What an account of a key delegates to (EIP-7702) to carry out several calls as one.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    /// @notice Whole or not at all.
    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "BatchAccount: not the owner");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool succeeded,) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(succeeded, "BatchAccount: a call failed");
        }
    }
}
