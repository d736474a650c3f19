// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IFactory} from "./IExchange.sol";
import {Pair} from "./Pair.sol";

/**
 * @title Factory of pairs
 * @notice Speaks the interface of Uniswap V2's factory (Uniswap V2 Core whitepaper, 2020). The protocol fee of that
 * design is never switched on here: `feeTo` and `feeToSetter` are zero for good.
 * @dev Pairs are made by CREATE2 with keccak256(token0 ‖ token1) as salt and an init code without arguments, so their
 * addresses can be computed without asking.
 */
contract Factory is IFactory {
    address public constant feeTo = address(0);
    address public constant feeToSetter = address(0);

    mapping(address tokenA => mapping(address tokenB => address pair)) public getPair;
    address[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 pairCount);

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    /// @notice The hash of a pair's init code, for computing its CREATE2 address.
    function pairCodeHash() external pure returns (bytes32) {
        return keccak256(type(Pair).creationCode);
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        require(tokenA != tokenB, "UniswapV2: IDENTICAL_ADDRESSES");
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0), "UniswapV2: ZERO_ADDRESS");
        require(getPair[token0][token1] == address(0), "UniswapV2: PAIR_EXISTS");

        Pair created = new Pair{salt: keccak256(abi.encodePacked(token0, token1))}();
        created.initialize(token0, token1);
        pair = address(created);
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }

    function setFeeTo(address) external pure {
        revert("UniswapV2: FORBIDDEN");
    }

    function setFeeToSetter(address) external pure {
        revert("UniswapV2: FORBIDDEN");
    }
}
