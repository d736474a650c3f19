// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Fee} from "./Fee.sol";

/**
 * @title Prices of the constant-product exchange
 * @notice The arithmetic that Uniswap V2 publishes in its periphery library, with this exchange's fee.
 */
library ExchangeMath {
    /// @notice What is worth `amountA` at the pool's present ratio, without a trade.
    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) internal pure returns (uint256 amountB) {
        require(amountA > 0, "UniswapV2Library: INSUFFICIENT_AMOUNT");
        require(reserveA > 0 && reserveB > 0, "UniswapV2Library: INSUFFICIENT_LIQUIDITY");
        amountB = (amountA * reserveB) / reserveA;
    }

    /// @notice The most a trade of `amountIn` may take out; rounded down.
    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) internal pure returns (uint256 amountOut) {
        require(amountIn > 0, "UniswapV2Library: INSUFFICIENT_INPUT_AMOUNT");
        require(reserveIn > 0 && reserveOut > 0, "UniswapV2Library: INSUFFICIENT_LIQUIDITY");
        uint256 kept = amountIn * Fee.KEPT;
        amountOut = (kept * reserveOut) / (reserveIn * Fee.DENOMINATOR + kept);
    }

    /// @notice The least that must go in to take `amountOut` out; one unit above the quotient rounded down.
    function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) internal pure returns (uint256 amountIn) {
        require(amountOut > 0, "UniswapV2Library: INSUFFICIENT_OUTPUT_AMOUNT");
        require(reserveIn > 0 && reserveOut > amountOut, "UniswapV2Library: INSUFFICIENT_LIQUIDITY");
        amountIn = (reserveIn * amountOut * Fee.DENOMINATOR) / ((reserveOut - amountOut) * Fee.KEPT) + 1;
    }
}
