// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Keeps a hundredth of every transfer.
contract TaxedToken is ERC20 {
    constructor(address holder, uint256 supply) ERC20("Taxed", "TAX") {
        _mint(holder, supply);
    }

    function _update(address from, address to, uint256 value) internal override {
        uint256 tax = from == address(0) || to == address(0) ? 0 : value / 100;
        if (tax > 0) super._update(from, address(0), tax);
        super._update(from, to, value - tax);
    }
}

/// @notice Answers a transfer with nothing at all, as the first USDT does.
contract SilentToken {
    mapping(address holder => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    constructor(address holder, uint256 supply) {
        balanceOf[holder] = supply;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice Answers every transfer with false and moves nothing.
contract RefusingToken {
    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}
