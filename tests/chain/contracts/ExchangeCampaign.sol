// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Usdt} from "../../../chain/contracts/Usdt.sol";
import {Wju} from "../../../chain/contracts/Wju.sol";
import {Pair} from "../../../chain/contracts/exchange/Pair.sol";
import {Router} from "../../../chain/contracts/exchange/Router.sol";
import {Factory} from "../../../chain/contracts/exchange/Factory.sol";
import {Actor, Campaign} from "./Campaign.sol";

/// @notice Trades, liquidity and attempts to take what isn't one's own, on three pools.
contract ExchangeCampaign is Campaign {
    uint256 private constant ACTORS = 4;
    address private constant LOCKED = 0x000000000000000000000000000000000000dEaD;

    Router private router;
    address[3] private tokens;
    Pair[3] private pairs;
    /// @dev Of each pair, before a step: what one share is worth only grows.
    uint256[3] private products;
    uint256[3] private shares;

    constructor() payable {
        actions = [
            "swapExactTokensForTokens", "swapExactTokensForTokens", "swapTokensForExactTokens", "swapExactETHForTokens",
            "swapExactTokensForETH", "swapETHForExactTokens", "swapTokensForExactETH", "addLiquidity", "addLiquidityETH",
            "removeLiquidity", "removeLiquidityETH", "give to a pair", "skim", "sync", "swap without the router",
            "take without paying", "mint shares", "burn shares"
        ];
        _addActors(ACTORS, 2_000_000 ether);
    }

    /// @param tokenCode of JUF and USDT, without arguments
    function prepare(bytes[2] calldata tokenCode, bytes calldata wjuCode, bytes calldata factoryCode, bytes calldata routerCode)
        external
    {
        tokens[2] = _create(wjuCode);
        address factory = _create(factoryCode);
        router = Router(payable(_create(bytes.concat(routerCode, abi.encode(factory, tokens[2])))));
        for (uint256 i = 0; i < 2; i++) {
            tokens[i] = _create(bytes.concat(tokenCode[i], abi.encode(this, this)));
            for (uint256 j = 0; j < ACTORS; j++) Usdt(tokens[i]).mint(address(actors[j]), i == 0 ? 4_000_000 ether : 4e12);
        }
        for (uint256 i = 0; i < 3; i++) {
            pairs[i] = Pair(Factory(factory).createPair(tokens[i], tokens[(i + 1) % 3]));
        }
        for (uint256 j = 0; j < ACTORS; j++) {
            actors[j].act(tokens[2], 1_000_000 ether, abi.encodeCall(Wju.deposit, ()));
            for (uint256 i = 0; i < 3; i++) _allow(actors[j], tokens[i], address(pairs[i]));
        }
        _add(actors[0], 0, 500_000 ether, 180_000e6);
        _add(actors[0], 1, 84_000e6, 900_000 ether);
        _add(actors[1], 2, 540_000 ether, 126_000 ether);
        _note();
    }

    function _act(uint256 action) internal override returns (bool) {
        if (action < 2) return _sellExactly();
        if (action == 2) return _buyExactly();
        if (action < 7) return _tradeJu(action);
        if (action == 7) {
            Actor actor = _anybody();
            uint256 i = _draw(3);
            (uint256 first, uint256 second) = (_amount(_owned(actor, i)), _amount(_owned(actor, (i + 1) % 3)));
            return _add(actor, i, first, second);
        }
        if (action == 8) return _addJu();
        if (action < 11) return _remove(action == 10);
        if (action == 11) {
            (Actor actor, uint256 i) = (_anybody(), _draw(3));
            // Small ones: what is given is gone for good.
            uint256 amount = _amount(_owned(actor, i) >> 12);
            return actor.act(tokens[i], 0, abi.encodeCall(IERC20.transfer, (address(pairs[_draw(2) == 0 ? i : (i + 2) % 3]), amount)));
        }
        if (action == 12) return _skim();
        if (action == 13) return _anybody().act(address(pairs[_draw(3)]), 0, abi.encodeCall(Pair.sync, ()));
        if (action == 14) return _swapDirectly();
        if (action == 15) return _take();
        (Actor sharer, Pair pair) = (_anybody(), pairs[_draw(3)]);
        if (action == 16) return _mintShares(sharer, pair);
        if (_draw(2) == 0) {
            uint256 part = _amount(pair.balanceOf(address(sharer)));
            sharer.act(address(pair), 0, abi.encodeCall(IERC20.transfer, (address(pair), part)));
        }
        return sharer.act(address(pair), 0, abi.encodeCall(Pair.burn, (address(sharer))));
    }

    function _sellExactly() private returns (bool done) {
        (Actor actor, address[] memory path, address to) = (_anybody(), _path(), address(_anybody()));
        uint256 had = IERC20(path[0]).balanceOf(address(actor));
        uint256 amount = _amount(had >> _draw(8));
        (bool quoted, uint256[] memory amounts) = _quote(amount, path);
        address last = path[path.length - 1];
        uint256 least = quoted ? _amount(amounts[path.length - 1]) : 0;
        uint256 before = IERC20(last).balanceOf(to);
        bytes memory data = abi.encodeCall(Router.swapExactTokensForTokens, (amount, least, path, to, block.timestamp));
        done = actor.act(address(router), 0, data);
        if (!done) return false;
        _require(amount <= had && quoted && amounts[path.length - 1] >= least, "a trade is worth what was asked at least");
        _require(IERC20(last).balanceOf(to) - before == amounts[path.length - 1], "a trade gives what was quoted");
        _require(had - IERC20(path[0]).balanceOf(address(actor)) == amount, "a trade takes what was said");
    }

    function _buyExactly() private returns (bool done) {
        (Actor actor, address[] memory path, address to) = (_anybody(), _path(), address(_anybody()));
        IERC20 last = IERC20(path[path.length - 1]);
        (uint256 had, uint256 before) = (IERC20(path[0]).balanceOf(address(actor)), last.balanceOf(to));
        uint256 amount = _amount(last.balanceOf(address(pairs[_draw(3)])) >> _draw(12));
        uint256 most = _amount(had);
        bytes memory data = abi.encodeCall(Router.swapTokensForExactTokens, (amount, most, path, to, block.timestamp));
        done = actor.act(address(router), 0, data);
        if (!done) return false;
        _require(last.balanceOf(to) - before == amount, "a purchase gives what was asked");
        _require(had - IERC20(path[0]).balanceOf(address(actor)) <= most, "a purchase takes the most allowed at most");
    }

    function _tradeJu(uint256 action) private returns (bool done) {
        Actor actor = _anybody();
        address token = tokens[_draw(2)];
        bool sells = action == 3 || action == 5;
        address[] memory path = new address[](2);
        (path[0], path[1]) = sells ? (tokens[2], token) : (token, tokens[2]);
        (uint256 ju, uint256 had) = (address(actor).balance, IERC20(token).balanceOf(address(actor)));
        uint256 amount = _amount((sells ? ju : had) >> (1 + _draw(8)));
        uint256 asked = _amount(IERC20(path[1]).balanceOf(address(pairs[token == tokens[0] ? 2 : 1])) >> (1 + _draw(12)));
        address to = address(actor);
        bytes memory data = action == 3
            ? abi.encodeCall(Router.swapExactETHForTokens, (0, path, to, block.timestamp))
            : action == 4
                ? abi.encodeCall(Router.swapExactTokensForETH, (amount, 0, path, to, block.timestamp))
                : action == 5
                    ? abi.encodeCall(Router.swapETHForExactTokens, (asked, path, to, block.timestamp))
                    : abi.encodeCall(Router.swapTokensForExactETH, (asked, amount, path, to, block.timestamp));
        done = actor.act(address(router), sells ? amount : 0, data);
        uint256 juAfter = address(actor).balance;
        uint256 hasAfter = IERC20(token).balanceOf(address(actor));
        if (!done) _require(juAfter == ju && hasAfter == had, "a trade that failed takes nothing");
        else if (sells) _require(ju - juAfter <= amount && hasAfter >= had, "no more JU than was sent");
        else _require(had - hasAfter <= amount && juAfter >= ju, "no more tokens than allowed");
    }

    function _addJu() private returns (bool) {
        (Actor actor, address token) = (_anybody(), tokens[_draw(2)]);
        uint256 amount = _amount(IERC20(token).balanceOf(address(actor)) >> _draw(8));
        uint256 ju = _amount(address(actor).balance >> (1 + _draw(8)));
        bytes memory data = abi.encodeCall(Router.addLiquidityETH, (token, amount, 0, 0, address(actor), block.timestamp));
        return actor.act(address(router), ju, data);
    }

    function _remove(bool asJu) private returns (bool) {
        (Actor actor, uint256 i) = (_anybody(), asJu ? 1 + _draw(2) : _draw(3));
        uint256 part = _amount(pairs[i].balanceOf(address(actor)));
        bytes memory data = asJu
            ? abi.encodeCall(Router.removeLiquidityETH, (tokens[i == 1 ? 1 : 0], part, 0, 0, address(actor), block.timestamp))
            : abi.encodeCall(
                Router.removeLiquidity, (tokens[i], tokens[(i + 1) % 3], part, 0, 0, address(actor), block.timestamp)
            );
        return actor.act(address(router), 0, data);
    }

    /// @dev Skims to somebody who isn't a pair: a gift from one pool to another changes shares, and is action 11.
    function _skim() private returns (bool done) {
        uint256 i = _draw(3);
        done = _anybody().act(address(pairs[i]), 0, abi.encodeCall(Pair.skim, (address(_anybody()))));
        _require(done, "anybody can skim");
        (uint256 reserve0, uint256 reserve1,) = pairs[i].getReserves();
        _require(
            IERC20(pairs[i].token0()).balanceOf(address(pairs[i])) == reserve0
                && IERC20(pairs[i].token1()).balanceOf(address(pairs[i])) == reserve1,
            "skimming leaves the reserves"
        );
    }

    /// @dev Pays something in and asks for any amounts; only the product decides.
    function _swapDirectly() private returns (bool) {
        (Actor actor, Pair pair) = (_anybody(), pairs[_draw(3)]);
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        address paid = _draw(2) == 0 ? pair.token0() : pair.token1();
        actor.act(paid, 0, abi.encodeCall(IERC20.transfer, (address(pair), _draw(reserve0 / 1000 + 1))));
        (uint256 out0, uint256 out1) = (_amount(reserve0 >> (8 + _draw(32))), _amount(reserve1 >> (8 + _draw(32))));
        if (_draw(2) == 0) (out0, out1) = paid == pair.token0() ? (uint256(0), out1) : (out0, uint256(0));
        return actor.act(address(pair), 0, abi.encodeCall(Pair.swap, (out0, out1, address(actor), "")));
    }

    /// @dev With nothing lying about in the pair, whatever it is asked for must be refused.
    function _take() private returns (bool done) {
        (Actor actor, Pair pair) = (_anybody(), pairs[_draw(3)]);
        pair.sync();
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        (uint256 out0, uint256 out1) = (_amount(reserve0), _amount(reserve1));
        done = actor.act(address(pair), 0, abi.encodeCall(Pair.swap, (out0, out1, address(actor), "")));
        _require(!done, "nobody takes without paying");
    }

    /// @dev Whoever mints takes what somebody gave before, too: the pool's own part is what must not shrink.
    function _mintShares(Actor actor, Pair pair) private returns (bool) {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        (uint256 part0, uint256 part1) = (_amount(reserve0 >> (6 + _draw(16))), _amount(reserve1 >> (6 + _draw(16))));
        actor.act(pair.token0(), 0, abi.encodeCall(IERC20.transfer, (address(pair), part0)));
        actor.act(pair.token1(), 0, abi.encodeCall(IERC20.transfer, (address(pair), part1)));
        return actor.act(address(pair), 0, abi.encodeCall(Pair.mint, (address(actor))));
    }

    function _check() internal override {
        for (uint256 i = 0; i < 3; i++) {
            Pair pair = pairs[i];
            (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
            _require(IERC20(pair.token0()).balanceOf(address(pair)) >= reserve0, "reserve 0 is held");
            _require(IERC20(pair.token1()).balanceOf(address(pair)) >= reserve1, "reserve 1 is held");
            uint256 supply = pair.totalSupply();
            // k ÷ shares² is what a share is worth, squared: k₁ · s₀² ≥ k₀ · s₁².
            (uint256 high1, uint256 low1) = Math.mul512(reserve0 * reserve1, shares[i] * shares[i]);
            (uint256 high0, uint256 low0) = Math.mul512(products[i], supply * supply);
            _require(high1 > high0 || (high1 == high0 && low1 >= low0), "no share loses value");
            _require(_sum(IERC20(address(pair))) == supply, "shares are what all own together");
            IERC20 token = IERC20(tokens[i]);
            _require(_sum(token) == token.totalSupply(), "no token appears or gets lost");
            _require(token.balanceOf(address(router)) == 0, "the router keeps nothing");
        }
        _require(address(router).balance == 0, "the router keeps no JU");
        _require(tokens[2].balance == IERC20(tokens[2]).totalSupply(), "each wrapped JU is backed by one JU");
        _note();
    }

    function _note() private {
        for (uint256 i = 0; i < 3; i++) {
            (uint256 reserve0, uint256 reserve1,) = pairs[i].getReserves();
            (products[i], shares[i]) = (reserve0 * reserve1, pairs[i].totalSupply());
        }
    }

    function _sum(IERC20 token) private view returns (uint256 sum) {
        for (uint256 j = 0; j < ACTORS; j++) sum += token.balanceOf(address(actors[j]));
        for (uint256 i = 0; i < 3; i++) sum += token.balanceOf(address(pairs[i]));
        sum += token.balanceOf(LOCKED);
    }

    function _quote(uint256 amount, address[] memory path) private view returns (bool, uint256[] memory amounts) {
        try router.getAmountsOut(amount, path) returns (uint256[] memory quoted) {
            return (true, quoted);
        } catch {
            return (false, amounts);
        }
    }

    function _path() private returns (address[] memory path) {
        uint256 first = _draw(3);
        uint256 second = (first + 1 + _draw(2)) % 3;
        path = new address[](2 + _draw(2));
        (path[0], path[1]) = (tokens[first], tokens[second]);
        if (path.length == 3) path[2] = tokens[3 - first - second];
    }

    function _owned(Actor actor, uint256 i) private view returns (uint256) {
        return IERC20(tokens[i]).balanceOf(address(actor));
    }

    function _add(Actor actor, uint256 i, uint256 first, uint256 second) private returns (bool) {
        address to = address(actor);
        bytes memory data = abi.encodeCall(
            Router.addLiquidity, (tokens[i], tokens[(i + 1) % 3], first, second, 0, 0, to, block.timestamp)
        );
        return actor.act(address(router), 0, data);
    }

    function _allow(Actor actor, address token, address pair) private {
        bytes memory approval = abi.encodeCall(IERC20.approve, (address(router), type(uint256).max));
        actor.act(token, 0, approval);
        actor.act(pair, 0, approval);
    }
}
