// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Juf} from "../../../chain/contracts/Juf.sol";
import {Wju} from "../../../chain/contracts/Wju.sol";
import {Actor, Campaign} from "./Campaign.sol";

/// @notice Holds JUF, USDT and wrapped JU to a model: who may mint how much, and who owns what, to the unit.
contract TokenCampaign is Campaign {
    uint256 private constant ACTORS = 5;
    uint256 private constant CAP = 21_000_000 ether;
    bytes32 private constant ADMIN = 0;
    bytes32 private constant MINTER = keccak256("MINTER_ROLE");

    /// @dev USDT has everything that JUF has but the cap and `mintOnce`.
    Juf private juf;
    Juf private usdt;
    Wju private wju;
    mapping(address token => uint256) private supply;
    mapping(address token => mapping(address holder => uint256)) private owned;
    mapping(address token => mapping(address holder => mapping(address spender => uint256))) private allowed;
    mapping(address token => mapping(bytes32 role => mapping(address actor => bool))) private roles;
    mapping(bytes32 id => bool) private minted;

    constructor() payable {
        actions = [
            "mint", "mint", "mintOnce", "mintOnce", "transfer", "transfer", "approve", "transferFrom", "transferFrom",
            "deposit", "withdraw", "grantRole", "revokeRole", "renounceRole"
        ];
        _addActors(ACTORS, 1_000 ether);
    }

    /// @param tokenCode of JUF and USDT, without arguments
    function prepare(bytes[2] calldata tokenCode, bytes calldata wjuCode) external {
        (address admin, address minter) = (address(actors[0]), address(actors[1]));
        juf = Juf(_create(bytes.concat(tokenCode[0], abi.encode(admin, minter))));
        usdt = Juf(_create(bytes.concat(tokenCode[1], abi.encode(admin, minter))));
        wju = Wju(payable(_create(wjuCode)));
        for (uint256 i = 0; i < 2; i++) {
            address token = i == 0 ? address(juf) : address(usdt);
            roles[token][ADMIN][admin] = true;
            roles[token][MINTER][minter] = true;
        }
    }

    function _act(uint256 action) internal override returns (bool) {
        if (action < 2) return _mint(_draw(2) == 0 ? juf : usdt);
        if (action < 4) return _mintOnce();
        if (action < 6) return _transfer();
        if (action == 6) return _approve();
        if (action < 9) return _transferFrom();
        if (action == 9) return _deposit();
        if (action == 10) return _withdraw();
        return _changeRole(action);
    }

    function _mint(Juf token) private returns (bool done) {
        Actor caller = _mostly(actors[1]);
        address to = _holder();
        uint256 left = address(token) == address(juf) ? CAP - supply[address(juf)] : type(uint256).max - supply[address(usdt)];
        // The least part of USDT's, or its first call would leave nothing to mint.
        uint256 amount = _amount(address(token) == address(juf) ? left : 1e15);
        done = caller.act(address(token), 0, abi.encodeCall(Juf.mint, (to, amount)));
        _require(done == (_mints(token, caller) && to != address(0) && amount <= left), "minters mint within the cap");
        if (done) _credit(address(token), to, amount);
    }

    function _mintOnce() private returns (bool done) {
        Actor caller = _mostly(actors[1]);
        address to = _holder();
        bytes32 id = bytes32(_draw(400));
        uint256 left = CAP - supply[address(juf)];
        uint256 amount = _amount(left);
        done = caller.act(address(juf), 0, abi.encodeCall(Juf.mintOnce, (id, to, amount)));
        _require(
            done == (_mints(juf, caller) && to != address(0) && amount <= left && !minted[id]), "a batch is minted once"
        );
        if (done) {
            minted[id] = true;
            _credit(address(juf), to, amount);
        }
        _require(juf.minted(id) == minted[id], "an id is used up by its batch alone");
    }

    function _transfer() private returns (bool done) {
        (address token, Actor from, address to) = (_token(), _anybody(), _holder());
        uint256 amount = _amount(owned[token][address(from)]);
        done = from.act(token, 0, abi.encodeCall(IERC20.transfer, (to, amount)));
        _require(done == (to != address(0) && amount <= owned[token][address(from)]), "a holder moves what is its own");
        if (done) _move(token, address(from), to, amount);
    }

    function _approve() private returns (bool done) {
        (address token, Actor from, address spender) = (_token(), _anybody(), _holder());
        uint256 amount = _amount(owned[token][address(from)]);
        done = from.act(token, 0, abi.encodeCall(IERC20.approve, (spender, amount)));
        _require(done == (spender != address(0)), "anybody allows somebody");
        if (done) allowed[token][address(from)][spender] = amount;
    }

    function _transferFrom() private returns (bool done) {
        (address token, Actor spender) = (_token(), _anybody());
        (address from, address to) = (address(_anybody()), _holder());
        uint256 allowance = allowed[token][from][address(spender)];
        uint256 amount = _amount(allowance < owned[token][from] ? allowance : owned[token][from]);
        done = spender.act(token, 0, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
        _require(
            done == (to != address(0) && amount <= owned[token][from] && amount <= allowance), "nobody moves more than allowed"
        );
        if (!done) return false;
        // A limit of 2²⁵⁶ − 1 stands for no limit.
        if (allowance != type(uint256).max) allowed[token][from][address(spender)] = allowance - amount;
        _require(
            IERC20(token).allowance(from, address(spender)) == allowed[token][from][address(spender)], "an allowance is used up"
        );
        _move(token, from, to, amount);
    }

    function _deposit() private returns (bool done) {
        Actor from = _anybody();
        uint256 ju = address(from).balance;
        uint256 amount = _amount(ju);
        done = from.act(address(wju), amount, _draw(2) == 0 ? bytes("") : abi.encodeCall(Wju.deposit, ()));
        _require(done == (amount <= ju), "whoever has JU can wrap it");
        if (done) _credit(address(wju), address(from), amount);
    }

    function _withdraw() private returns (bool done) {
        Actor to = _anybody();
        to.refuse(_draw(16) == 0);
        // Asks for as much again in the middle: its balance must be gone by then.
        uint256 had = owned[address(wju)][address(to)];
        uint256 amount = _amount(had);
        if (_draw(4) == 0) to.onReceive(address(wju), abi.encodeCall(Wju.withdraw, (had > 1 ? had - 1 : 1)));
        uint256 before = address(to).balance;
        done = to.act(address(wju), 0, abi.encodeCall(Wju.withdraw, (amount)));
        to.onReceive(address(0), "");
        _require(done == (amount <= had && !to.refuses()), "whoever has wrapped JU can unwrap it");
        to.refuse(false);
        uint256 got = address(to).balance - before;
        _require(got <= had && (done ? got >= amount : got == 0), "nobody unwraps more than they have");
        owned[address(wju)][address(to)] -= got;
        supply[address(wju)] -= got;
    }

    function _changeRole(uint256 action) private returns (bool done) {
        Juf token = _draw(2) == 0 ? juf : usdt;
        Actor caller = _mostly(actors[0]);
        address to = address(_anybody());
        // The first admin and the first minter stay, or campaigns would end early.
        bytes32 role = _draw(2) == 0 ? ADMIN : MINTER;
        bool keeps = (role == ADMIN && to == address(actors[0])) || (role == MINTER && to == address(actors[1]));
        if (action == 11) {
            done = caller.act(address(token), 0, abi.encodeCall(token.grantRole, (role, to)));
            _require(done == roles[address(token)][ADMIN][address(caller)], "only admins appoint");
            if (done) roles[address(token)][role][to] = true;
        } else if (action == 12 && !keeps) {
            done = caller.act(address(token), 0, abi.encodeCall(token.revokeRole, (role, to)));
            _require(done == roles[address(token)][ADMIN][address(caller)], "only admins dismiss");
            if (done) roles[address(token)][role][to] = false;
        } else if (!keeps) {
            if (_draw(2) == 0) caller = Actor(payable(to));
            done = caller.act(address(token), 0, abi.encodeCall(token.renounceRole, (role, to)));
            _require(done == (address(caller) == to), "only oneself gives up one's role");
            if (done) roles[address(token)][role][to] = false;
        }
    }

    function _check() internal view override {
        address[3] memory tokens = [address(juf), address(usdt), address(wju)];
        for (uint256 i = 0; i < 3; i++) {
            IERC20 token = IERC20(tokens[i]);
            uint256 sum = token.balanceOf(tokens[i]);
            for (uint256 j = 0; j < ACTORS; j++) {
                address actor = address(actors[j]);
                uint256 balance = token.balanceOf(actor);
                _require(balance == owned[tokens[i]][actor], "everybody owns what they got less what they gave");
                sum += balance;
                if (i == 2) continue;
                _require(Juf(tokens[i]).hasRole(ADMIN, actor) == roles[tokens[i]][ADMIN][actor], "admins");
                _require(Juf(tokens[i]).hasRole(MINTER, actor) == roles[tokens[i]][MINTER][actor], "minters");
            }
            _require(sum == token.totalSupply() && sum == supply[tokens[i]], "the supply is what all own together");
        }
        _require(juf.totalSupply() <= CAP, "at most 21,000,000 JUF");
        _require(address(wju).balance == wju.totalSupply(), "each wrapped JU is backed by one JU");
    }

    function _mints(Juf token, Actor caller) private view returns (bool) {
        return roles[address(token)][MINTER][address(caller)];
    }

    function _token() private returns (address) {
        uint256 kind = _draw(3);
        return kind == 0 ? address(juf) : kind == 1 ? address(usdt) : address(wju);
    }

    /// @dev Somebody, seldom nobody.
    function _holder() private returns (address) {
        return _draw(16) == 0 ? address(0) : address(_anybody());
    }

    function _credit(address token, address to, uint256 amount) private {
        supply[token] += amount;
        owned[token][to] += amount;
    }

    function _move(address token, address from, address to, uint256 amount) private {
        owned[token][from] -= amount;
        owned[token][to] += amount;
    }
}
