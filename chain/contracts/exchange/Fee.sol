// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/**
 * @title The exchange's fee
 * @notice 50 basis points of what goes in, written as 9950/10000. Both divisors cancel to 995/1000 in every formula, so
 * tools that know the fee as 5 per mille come to the same unit.
 */
library Fee {
    uint256 internal constant DENOMINATOR = 10_000;
    uint256 internal constant BASIS_POINTS = 50;
    uint256 internal constant KEPT = DENOMINATOR - BASIS_POINTS;
}
