// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice Sends on what it is given in equal parts, so that one transaction says the same thing several times.
contract RepeatedSender {
    function send(address payable to, uint256 times) external payable {
        for (uint256 i = 0; i < times; i++) {
            (bool sent, ) = to.call{value: msg.value / times}("");
            require(sent, "RepeatedSender: could not send");
        }
    }
}
